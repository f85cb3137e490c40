//! A course of learning: one net as it was at several moments, from before its first game to its end, in one file.
//!
//! The file is a net's without its weights, and in their place a table of them in single precision, a row for each moment:
//! a dozen moments take less room than three nets.

use super::container::{Content, Tensor, pack, parsed, text_of};
use super::file::read_architecture;
use super::{Net, NetError, Provenance};
use crate::Model;
use crate::model::Metadata;

/// The value of the metadata key `format`.
const FORMAT: &str = "hetman course 1";
const MOMENTS: &str = "moments";
const GAMES: &str = "games";
const RATINGS: &str = "ratings";

/// How strong a net was at a moment, as a tournament has shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

/// A net at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Games that it had learned from.
    pub games: u64,
    weights: Vec<f32>,
    pub rating: Option<Rating>,
}

/// The moments of a net, in the order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// What all moments share; its weights are not used.
    net: Net,
    moments: Vec<Moment>,
}

impl Course {
    /// The course of these nets; `None` if there are none, or they do not all read and weigh the same.
    pub fn of(nets: &[(u64, Net)]) -> Option<Course> {
        let mut net = nets.last()?.1.clone();
        if !nets.iter().all(|(_, other)| other.is_like(&net)) {
            return None;
        }
        let moment = |(games, net): &(u64, Net)| Moment {
            games: *games,
            weights: net.model().parameters().iter().map(|&weight| weight as f32).collect(),
            rating: None,
        };
        let moments = nets.iter().map(moment).collect();
        net.model_mut().parameters_mut().fill(0.0);
        net.model_mut().frozen_mut().fill(false);
        Some(Course { net, moments })
    }

    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    pub fn moments_mut(&mut self) -> &mut [Moment] {
        &mut self.moments
    }

    /// The net as it was when it had learned from so many games; of a moment that is not kept, none.
    pub fn net(&self, games: u64) -> Option<Net> {
        let moment = self.moments.iter().find(|moment| moment.games == games)?;
        let mut net = self.net.clone();
        net.provenance.games_seen = games;
        let weights = moment.weights.iter().map(|&weight| f64::from(weight));
        net.model_mut().parameters_mut().iter_mut().zip(weights).for_each(|(into, weight)| *into = weight);
        Some(net)
    }

    /// The file's content; [`from_bytes`](Course::from_bytes) reads it back bit for bit.
    pub fn to_bytes(&self) -> Vec<u8> {
        let joined = |words: Vec<String>| words.join(" ");
        let rating = |moment: &Moment| {
            moment.rating.map_or_else(|| "-".to_owned(), |Rating { elo, error }| format!("{elo:.0}:{error:.0}"))
        };
        let mut metadata = self.net.metadata();
        metadata.insert(GAMES.to_owned(), joined(self.moments.iter().map(|moment| moment.games.to_string()).collect()));
        metadata.insert(RATINGS.to_owned(), joined(self.moments.iter().map(rating).collect()));
        let shape = vec![self.moments.len(), self.net.model().parameters().len()];
        let weights: Vec<f32> = self.moments.iter().flat_map(|moment| &moment.weights).copied().collect();
        pack(FORMAT, metadata, &[Tensor::of(MOMENTS, shape, &weights)])
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Course, NetError> {
        let content = Content::read(bytes, &[FORMAT])?;
        let metadata = content.metadata();
        let model = Model::zero(read_architecture(metadata)?);
        let features = text_of(metadata, "features").parse()?;
        let net = Net::new(parsed(metadata, "variant")?, features, model, Provenance::read(metadata)?)?;
        let games: Vec<u64> = words(metadata, GAMES, |word| word.parse().ok())?;
        let ratings: Vec<Option<Rating>> = words(metadata, RATINGS, read_rating)?;
        let columns = net.model().parameters().len();
        if ratings.len() != games.len() || games.is_empty() || !games.is_sorted_by(|before, after| before < after) {
            return Err(NetError::Metadata { key: GAMES, text: text_of(metadata, GAMES).into() });
        }
        let weights: Vec<f32> = content.numbers(MOMENTS, Some(vec![games.len(), columns]))?;
        let rows = weights.chunks(columns.max(1)).map(<[f32]>::to_vec);
        let moment = |((games, weights), rating)| Moment { games, weights, rating };
        Ok(Course { net, moments: games.into_iter().zip(rows).zip(ratings).map(moment).collect() })
    }
}

fn words<T>(metadata: &Metadata, key: &'static str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, NetError> {
    let text = text_of(metadata, key);
    let read: Option<Vec<T>> = text.split_whitespace().map(read).collect();
    read.ok_or(NetError::Metadata { key, text: text.into() })
}

/// `1234:56`, or `-` where nobody has measured it.
fn read_rating(word: &str) -> Option<Option<Rating>> {
    if word == "-" {
        return Some(None);
    }
    let (elo, error) = word.split_once(':')?;
    Some(Some(Rating { elo: elo.parse().ok()?, error: error.parse().ok()? }))
}

#[cfg(test)]
mod tests {
    use hetman_rules::Variant;

    use super::*;
    use crate::FeatureSet;

    fn course() -> Course {
        let inputs = FeatureSet::MATERIAL.len(Variant::Chess);
        let net = |weight: f64| {
            let mut model = Model::linear(inputs, 1.0).unwrap();
            model.parameters_mut().fill(weight);
            Net::new(Variant::Chess, FeatureSet::MATERIAL, model, Default::default()).unwrap()
        };
        Course::of(&[(0, net(1.0)), (4, net(1.25)), (500, net(-0.1))]).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let mut course = course();
        course.moments_mut()[1].rating = Some(Rating { elo: -312.0, error: 40.0 });
        assert_eq!(Course::from_bytes(&course.to_bytes()).unwrap(), course);
        let net = course.net(500).unwrap();
        assert_eq!((net.provenance.games_seen, net.model().parameters()[0]), (500, f64::from(-0.1_f32)));
        assert!(course.net(3).is_none());
    }

    #[test]
    fn what_is_damaged_is_refused() {
        let bytes = course().to_bytes();
        for place in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(Course::from_bytes(&damaged).is_err(), "byte {place}");
        }
        let net = course().net(0).unwrap().to_bytes(&Default::default());
        assert!(matches!(Course::from_bytes(&net), Err(NetError::Foreign(_))));
        assert!(Course::of(&[]).is_none());
    }
}
