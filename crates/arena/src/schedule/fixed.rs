//! Formats whose games are all known beforehand: round robin and gauntlet.

use super::ScheduleError;

/// A cycle of encounters, repeated. An encounter is a pair of games.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// Of one cycle, in the order of play; the first of the two players begins with White.
    encounters: Vec<[usize; 2]>,
    cycles: u64,
}

impl Fixed {
    pub fn round_robin(players: usize, cycles: u64) -> Fixed {
        Fixed { encounters: circle(players), cycles }
    }

    pub fn gauntlet(players: usize, challengers: usize, cycles: u64) -> Result<Fixed, ScheduleError> {
        if challengers == 0 || challengers >= players {
            return Err(ScheduleError::Challengers { challengers, players });
        }
        let meet = |opponent: usize, challenger: usize| {
            let challenger_begins = (opponent + challenger).is_multiple_of(2);
            if challenger_begins { [challenger, opponent] } else { [opponent, challenger] }
        };
        let encounters = (challengers..players).flat_map(|opponent| (0..challengers).map(move |c| meet(opponent, c)));
        Ok(Fixed { encounters: encounters.collect(), cycles })
    }

    /// `None` if there are too many to count.
    pub fn games(&self) -> Option<u64> {
        (2 * self.encounters.len() as u64).checked_mul(self.cycles)
    }

    /// Who meets in a pair of games, the one who begins with White first: in every other cycle the other.
    pub fn players(&self, pair: u64) -> Option<[usize; 2]> {
        let per_cycle = self.encounters.len() as u64;
        let [first, second] = self.encounters[(pair % per_cycle) as usize];
        let cycle = pair / per_cycle;
        (cycle < self.cycles).then_some(if cycle.is_multiple_of(2) { [first, second] } else { [second, first] })
    }
}

/// One round robin by the circle method (R. Schurig, 1886): one seat stands still, the others turn around it by one
/// place in each round. With an odd number of players nobody sits on the seat that stands still, and who would meet
/// it rests.
///
/// In round `r` the seats `r + k` and `r - k` meet. Each player is once on either side at every distance `k`; White goes
/// to one side at odd distances and to the other at even ones, so that everybody has White as often as Black, or once
/// more or less with an even number of players.
fn circle(players: usize) -> Vec<[usize; 2]> {
    let still = players - usize::from(players.is_multiple_of(2));
    let places = still;
    let meetings_of = |round: usize| {
        let at_still_seat = if round.is_multiple_of(2) { [round, still] } else { [still, round] };
        let turning = (1..=(places - 1) / 2).map(move |distance| {
            let ahead = (round + distance) % places;
            let behind = (round + places - distance) % places;
            if distance.is_multiple_of(2) { [behind, ahead] } else { [ahead, behind] }
        });
        std::iter::once(at_still_seat).chain(turning)
    };
    (0..places).flat_map(meetings_of).filter(|meeting| meeting.iter().all(|&player| player < players)).collect()
}
