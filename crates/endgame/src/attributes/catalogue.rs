//! Every measure: whose it is, what its values are, and what is to be said of it.

use super::Words::{Flag, Number};
use super::{Measure, measures};

const ANY: &str = "KQRBNPkqrbnp";
const KINGS: &str = "Kk";
const OFFICERS: &str = "QRBNqrbn";
const NO_KINGS: &str = "QRBNPqrbnp";
const ROOKS: &str = "QRqr";
const BISHOPS: &str = "Bb";
const PAWNS: &str = "Pp";
const DATA_SET: &str = "Bain's data set, 1994";
const YEAR_2006: &str = "2006 project, part II";
const TEXTBOOKS: &str = "textbooks of endgames";
const OURS: &str = "our own";

/// Lists measures: the function, the name, the pieces and the number of values; the words; why it matters; an example;
/// the source. `of` certain pieces, `either_way` round, or `raw`.
macro_rules! measures {
    ($($function:ident: $name:literal $kind:ident [$($pieces:expr),+] below $domain:literal,
        $words:expr, $reason:literal, $example:expr, $source:expr;)+) => {
        &[$(Measure {
            name: $name,
            pieces: &[$($pieces),+],
            is_symmetric: matches!(stringify!($kind).as_bytes(), b"either_way"),
            is_raw: matches!(stringify!($kind).as_bytes(), b"raw"),
            domain: $domain,
            words: $words,
            reason: $reason,
            example: $example,
            source: $source,
            of: measures::$function,
            function: stringify!($function),
        }),+]
    };
}

/// All of them, those of the published data set first.
pub static MEASURES: &[Measure] = measures! {
    file: "File" raw [ANY] below 8,
        Number("the file of {0}, counted from 0 on the a-file,"),
        "Squares as they are, for learners that are given nothing else.",
        ("Kd4 Rh8 kf1", "RFile", 7), DATA_SET;
    rank: "Rank" raw [ANY] below 8,
        Number("the rank of {0}, counted from 0 on the first,"),
        "Squares as they are, for learners that are given nothing else.",
        ("Kd4 Rh8 kf1", "RRank", 7), DATA_SET;
    min_distance_file: "MinDistanceFile" of [ANY] below 4,
        Number("the distance of {0} from the nearer of the first and the last rank"),
        "A lone king is mated on the edge. The distance is measured along a file, hence the name.",
        ("Kc1 Ra3 ka1", "RMinDistanceFile", 2), YEAR_2006;
    min_distance_rank: "MinDistanceRank" of [ANY] below 4,
        Number("the distance of {0} from the nearer of the a- and the h-file"),
        "A lone king is mated on the edge. The distance is measured along a rank, hence the name.",
        ("Kc1 Ra3 ka1", "KMinDistanceRank", 2), YEAR_2006;
    same_file: "File" either_way [ANY, ANY] below 2,
        Flag("{0} and {1} stand on one file", "{0} and {1} stand on different files"),
        "Along a file kings stand in opposition and rooks give check.",
        ("Kc1 Ra3 ka1", "kRFile", 1), YEAR_2006;
    same_rank: "Rank" either_way [ANY, ANY] below 2,
        Flag("{0} and {1} stand on one rank", "{0} and {1} stand on different ranks"),
        "Along a rank kings stand in opposition and rooks give check.",
        ("Kc1 Ra3 ka1", "KkRank", 1), YEAR_2006;
    distance_file: "DistanceFile" either_way [ANY, ANY] below 8,
        Number("the number of ranks between {0} and {1}, the steps along a file,"),
        "How far pieces are from each other in one direction.",
        ("Kc1 Ra3 ka1", "KRDistanceFile", 2), YEAR_2006;
    distance_rank: "DistanceRank" either_way [ANY, ANY] below 8,
        Number("the number of files between {0} and {1}, the steps along a rank,"),
        "How far pieces are from each other in the other direction.",
        ("Kc1 Ra3 ka1", "kRDistanceRank", 0), YEAR_2006;
    opposition_distance: "OppositionDistance" either_way ["K", "k"] below 8,
        Number("the distance of the kings on a common file or rank (0 if they have none)"),
        "Kings that face each other take squares from each other; with two squares between them this is the opposition.",
        ("Kc1 Ra3 ka1", "KkOppositionDistance", 2), YEAR_2006;
    on_edge: "OnEdge" of [ANY] below 2,
        Flag("{0} stands on the edge", "{0} does not stand on the edge"),
        "On the edge a king has fewer squares, and there it is mated.",
        ("Kc1 Ra3 ka1", "kOnEdge", 1), YEAR_2006;
    in_corner: "InCorner" of [ANY] below 2,
        Flag("{0} stands in a corner", "{0} does not stand in a corner"),
        "In a corner a king has the fewest squares.",
        ("Kc1 Ra3 ka1", "kInCorner", 1), YEAR_2006;
    in_check: "InCheck" of [KINGS] below 2,
        Flag("{0} is in check", "{0} is not in check"),
        "Check forces a move of the king.",
        ("Kc1 Ra3 ka1", "kInCheck", 1), YEAR_2006;
    can_move: "CanMove" of [KINGS] below 2,
        Flag("{0} has a square to go to", "{0} has no square to go to"),
        "A king that cannot move is mated or stalemated where it is alone. Taking a piece counts.",
        ("Kc1 Ra3 ka1", "kCanMove", 0), YEAR_2006;
    edge_distance: "EdgeDistance" of [ANY] below 4,
        Number("the distance of {0} from the nearest edge"),
        "Whichever edge is nearest is where a king is driven to.",
        ("Kd4 Rh8 kf2", "kEdgeDistance", 1), OURS;
    corner_distance: "CornerDistance" of [ANY] below 4,
        Number("the king's moves from {0} to the nearest corner"),
        "Two bishops, or a queen, mate nearest the corner.",
        ("Kd4 Rh8 kf2", "kCornerDistance", 2), OURS;
    distance: "Distance" either_way [ANY, ANY] below 8,
        Number("the king's moves between {0} and {1}"),
        "How soon a king arrives.",
        ("Kd4 Rh8 kf1", "KkDistance", 3), OURS;
    same_diagonal: "Diagonal" either_way [ANY, ANY] below 2,
        Flag("{0} and {1} stand on one diagonal", "{0} and {1} do not stand on one diagonal"),
        "Along diagonals queens and bishops give check, and kings approach corners.",
        ("Kd4 Rh8 kf1", "KRDiagonal", 1), OURS;
    knight_move: "KnightMove" either_way [ANY, ANY] below 2,
        Flag("{0} and {1} are a knight's move apart", "{0} and {1} are not a knight's move apart"),
        "A knight's move from the lone king a king needs one tempo for the opposition, a queen gives no check and leaves few squares, and a knight checks.",
        ("Kd4 Rh8 kf3", "KkKnightMove", 1), OURS;
    opposition: "Opposition" either_way ["K", "k"] below 2,
        Flag("the kings stand in opposition", "the kings do not stand in opposition"),
        "The side that has the opposition keeps the other king from three squares.",
        ("Kf3 Rh8 kf1", "KkOpposition", 1), OURS;
    between: "Between" of ["K", "k", ROOKS] below 2,
        Flag("{2} stands on a file or a rank between {0} and {1}", "{2} stands on no line between {0} and {1}"),
        "A rook between the kings cuts the other king off.",
        ("Ka4 Rd8 kf1", "KkRBetween", 1), TEXTBOOKS;
    king_mobility: "Moves" of [KINGS] below 9,
        Number("the number of squares that {0} can go to"),
        "The fewer there are, the nearer is mate, or stalemate.",
        ("Kd4 Rh8 kf1", "kMoves", 5), OURS;
    mobility: "Mobility" of [OFFICERS] below 28,
        Number("the number of squares that {0} can go to"),
        "A piece that is shut in does little.",
        ("Kd4 Rh8 kf1", "RMobility", 14), OURS;
    attacked: "Attacked" of [NO_KINGS] below 2,
        Flag("{0} is attacked", "{0} is not attacked"),
        "What is attacked and not defended is lost.",
        ("Kd4 Rf2 kf1", "RAttacked", 1), OURS;
    defended: "Defended" of [NO_KINGS] below 2,
        Flag("{0} is defended", "{0} is not defended"),
        "What is defended cannot be taken by a king.",
        ("Kd4 Rf2 kf1", "RDefended", 0), OURS;
    attacks: "Attacks" of [ANY, NO_KINGS] below 2,
        Flag("{0} attacks or defends {1}", "{0} neither attacks nor defends {1}"),
        "Who stands with whom: the king beside its rook, the knight before its bishop.",
        ("Kd4 Rd5 kf1", "KRAttacks", 1), OURS;
    box_area: "Box" of [KINGS, ROOKS] below 65,
        Number("the number of squares of the box in which {1} holds {0}"),
        "Rook and queen fence a king in; the box is the rectangle on its side of their file and their rank, and the way to mate makes it smaller. On a line of the piece there is no fence on that side.",
        ("Kd4 Rh8 kf1", "kRBox", 49), TEXTBOOKS;
    corner_of_colour: "CornerOfColour" of [BISHOPS, KINGS] below 8,
        Number("the king's moves of {1} to the nearer corner of the colour of {0}"),
        "Bishop and knight mate in a corner of the bishop's colour only; a rook's pawn with a bishop of the other colour does not win.",
        ("Kd4 Bc1 Nc2 kb1", "BkCornerOfColour", 1), TEXTBOOKS;
    steps_to_corner_of_colour: "StepsToCornerOfColour" of [BISHOPS, KINGS] below 8,
        Number("the steps along files and ranks of {1} to the nearer corner of the colour of {0}"),
        "The same told more finely: a king on the edge comes nearer to that corner with each step along it.",
        ("Kd4 Bc1 Nc2 kb1", "BkStepsToCornerOfColour", 1), TEXTBOOKS;
    same_colour: "SameColour" of [BISHOPS, ANY] below 2,
        Flag("{0} and {1} stand on squares of one colour", "{0} and {1} stand on squares of different colours"),
        "A bishop attacks squares of its own colour only.",
        ("Kd4 Bc1 Nc2 kb1", "BNSameColour", 0), OURS;
    promotion_steps: "PromotionSteps" of [PAWNS] below 7,
        Number("the number of squares between {0} and its promotion, that one included,"),
        "How soon there is a queen.",
        ("Ke4 Pe2 ke6", "PPromotionSteps", 6), OURS;
    worth: "Worth" of [PAWNS] below 10,
        Number("what {0} is worth, once promoted, in pawns"),
        "A pawn is there to be promoted, and sometimes not to a queen: queens stalemate.",
        ("Ke4 Pe2 ke6", "PWorth", 1), OURS;
    promotion_distance: "PromotionDistance" of [KINGS, PAWNS] below 8,
        Number("the king's moves of {0} to the square where {1} promotes"),
        "The side that controls that square decides.",
        ("Ke4 Pe2 ke6", "kPPromotionDistance", 2), OURS;
    in_square: "InSquare" of [KINGS, PAWNS] below 2,
        Flag("{0} is in the square of {1}", "{0} is not in the square of {1}"),
        "Outside the square a king does not catch the pawn, the side to move counted.",
        ("Kh1 Pa4 kf4", "kPInSquare", 1), TEXTBOOKS;
    ahead: "Ahead" of [KINGS, PAWNS] below 15,
        Number("the number of ranks that {0} is ahead of {1}, plus 7,"),
        "A king leads its pawn and stops the other's from before it.",
        ("Ke4 Pe2 ke6", "KPAhead", 9), OURS;
    in_front: "InFront" of [KINGS, PAWNS] below 2,
        Flag("{0} stands on the file of {1}, before it", "{0} does not stand on the file of {1} before it"),
        "There it blocks the pawn, for good or ill.",
        ("Ke4 Pe2 ke6", "kPInFront", 1), OURS;
    on_key_square: "OnKeySquare" of [KINGS, PAWNS] below 2,
        Flag("{0} stands on a key square of {1}", "{0} does not stand on a key square of {1}"),
        "From a key square a king brings its pawn through, whichever side is to move: two ranks before a pawn that is not past the middle, one or two before one that is, beside and before one on the seventh, and beside the last two squares of a rook's pawn.",
        ("Ke4 Pe2 ke6", "KPOnKeySquare", 1), TEXTBOOKS;
    aside: "Aside" either_way [ANY, ANY] below 8,
        Number("the king's steps by which {0} and {1} are off a common line"),
        "The smaller of the two distances, along the files and along the ranks: kings approach along the one and face each other along the other.",
        ("Kd4 Rh8 kf1", "KkAside", 2), OURS;
    corner_steps: "CornerSteps" of [ANY] below 7,
        Number("the number of steps along files and ranks from {0} to the nearest corner"),
        "How central a piece stands, told more finely than by the nearest edge.",
        ("Kd4 Rh8 kf2", "kCornerSteps", 3), OURS;
    loose: "Loose" of [NO_KINGS] below 2,
        Flag("{0} is attacked and not defended", "{0} is safe"),
        "Nothing else can be lost to a king.",
        ("Kd4 Rf2 kf1", "RLoose", 1), OURS;
    room: "Room" of [KINGS] below 65,
        Number("the number of squares in the room of {0}, where it could walk if nothing else moved,"),
        "All that a king is shut in, by whatever pieces, the square that it stands on counted; one that is not defended is no wall where the king can come to take it. The way to mate makes the room smaller.",
        ("Ke6 Re5 kf1", "kRoom", 12), TEXTBOOKS;
    near_room: "NearRoom" of [KINGS] below 26,
        Number("the number of squares in the near room of {0}, where it could walk in two moves if nothing else moved,"),
        "What is left to a king at once, the square that it stands on counted.",
        ("Ke6 Re5 kf1", "kNearRoom", 9), OURS;
    corner_of_box: "CornerOfBox" of ["K", ROOKS, "k"] below 8,
        Number("the king's moves of {0} to the inner corner of the box in which {1} holds {2}"),
        "There, diagonally before the rook, a king defends it and makes the box smaller.",
        ("Kd4 Rh8 kf1", "KRkCornerOfBox", 3), TEXTBOOKS;
};
