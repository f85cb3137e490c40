//! Why a request is refused, with a sentence that says what to do.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hetman_lab::{DiskError, StoreError};
use hetman_rules::{InvalidPositionError, MoveError, Quote, UnknownVariant};

use crate::wire::Refusal;

#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// Nothing here has that name.
    #[error("{0}")]
    Unknown(String),
    /// The request cannot be understood.
    #[error("{0}")]
    Malformed(String),
    /// It is understood, and cannot be done as it stands.
    #[error("{0}")]
    Unfit(String),
    /// Not with these rights.
    #[error("{0}")]
    Forbidden(String),
    /// Not in this state.
    #[error("{0}")]
    Conflict(String),
    #[error("too much is being asked at once: wait a moment and try again")]
    Busy,
    /// More of something is going on than this machine should carry; the sentence says what to stop.
    #[error("{0}")]
    Crowded(String),
    #[error("the request did not arrive within {seconds} s: send it again", seconds = .0.as_secs_f32())]
    Late(Duration),
    #[error("a request may have at most {0} bytes")]
    TooLarge(usize),
    #[error("{0}")]
    Internal(String),
}

impl Problem {
    pub fn unknown(kind: &str, id: &str) -> Problem {
        Problem::Unknown(format!("there is no {kind} '{}' here: it may have been deleted", Quote::from(id)))
    }

    fn status(&self) -> StatusCode {
        match self {
            Problem::Unknown(_) => StatusCode::NOT_FOUND,
            Problem::Malformed(_) => StatusCode::BAD_REQUEST,
            Problem::Unfit(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Problem::Forbidden(_) => StatusCode::FORBIDDEN,
            Problem::Conflict(_) => StatusCode::CONFLICT,
            Problem::Busy => StatusCode::TOO_MANY_REQUESTS,
            Problem::Crowded(_) => StatusCode::SERVICE_UNAVAILABLE,
            Problem::Late(_) => StatusCode::REQUEST_TIMEOUT,
            Problem::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Problem::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// An error with its causes, in one sentence.
pub fn in_full(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status(), Json(Refusal { error: self.to_string() })).into_response()
    }
}

impl From<StoreError> for Problem {
    fn from(problem: StoreError) -> Problem {
        Problem::Internal(format!("nothing was changed, because it could not be kept: {problem}"))
    }
}

impl From<DiskError> for Problem {
    fn from(problem: DiskError) -> Problem {
        Problem::Internal(format!("nothing was changed, because it could not be kept: {problem}"))
    }
}

/// Somebody's mistake in what was asked for.
macro_rules! unfit {
    ($($problem:ty),+ $(,)?) => {
        $(impl From<$problem> for Problem {
            fn from(problem: $problem) -> Problem {
                Problem::Unfit(problem.to_string())
            }
        })+
    };
}

unfit!(
    UnknownVariant,
    InvalidPositionError,
    MoveError,
    hetman_arena::PlayerError,
    hetman_eval::features::UnknownFeatureSetError,
    hetman_lab::ExperimentError,
    hetman_rules::random::RandomError,
    hetman_rules::notation::piece_list::PieceListError,
    hetman_arena::stats::SprtError,
    hetman_rules::BadTimeControl,
    hetman_arena::openings::OpeningError,
);
