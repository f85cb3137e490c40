class Placement:
    """Who stands where: letters as in a FEN, squares counted a1, b1, ..., h8."""

    def __init__(self, pieces, squares, white_to_move):
        self.pieces, self.squares, self.white_to_move = pieces, squares, white_to_move


KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
ROOK = [(0, 1), (1, 0), (0, -1), (-1, 0)]
BISHOP = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def step(square, way):
    x, y = square % 8 + way[0], square // 8 + way[1]
    return y * 8 + x if 0 <= x < 8 and 0 <= y < 8 else None


def king_steps(one, other):
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8))


def leaps(square, ways):
    return {to for to in (step(square, way) for way in ways) if to is not None}


def slides(square, ways, occupied):
    found = set()
    for way in ways:
        to = step(square, way)
        while to is not None:
            found.add(to)
            if to in occupied:
                break
            to = step(to, way)
    return found


def reach(at, index, occupied):
    piece, square = at.pieces[index], at.squares[index]
    kind = piece.lower()
    if kind == "k":
        return leaps(square, ROOK + BISHOP)
    if kind == "n":
        return leaps(square, KNIGHT)
    if kind == "p":
        return leaps(square, [(-1, 1), (1, 1)] if piece.isupper() else [(-1, -1), (1, -1)])
    return slides(square, (ROOK if kind in "rq" else []) + (BISHOP if kind in "bq" else []), occupied)


def is_attacked(at, square, by_white, occupied):
    return any(
        at.pieces[i].isupper() == by_white and at.squares[i] != square and square in reach(at, i, occupied)
        for i in range(len(at.pieces))
    )


def king_moves(at, king):
    white, square = at.pieces[king].isupper(), at.squares[king]
    own = {s for piece, s in zip(at.pieces, at.squares) if piece.isupper() == white}
    occupied = set(at.squares) - {square}
    return sum(not is_attacked(at, to, not white, occupied) for to in leaps(square, ROOK + BISHOP) - own)


def square_of_promotion(at, pawn):
    return at.squares[pawn] % 8 + (56 if at.pieces[pawn].isupper() else 0)


def ranks_before(at, square, pawn):
    ranks = square // 8 - at.squares[pawn] // 8
    return ranks if at.pieces[pawn].isupper() else -ranks


def mirrored(square, symmetry):
    """The first bit mirrors the files, the second the ranks, and the third the long diagonal."""
    x = 7 - square % 8 if symmetry & 1 else square % 8
    y = 7 - square // 8 if symmetry & 2 else square // 8
    return x * 8 + y if symmetry & 4 else y * 8 + x


def canonical(pieces, squares):
    """Of a position's images the one that stands for all; kings come first in the list."""
    images = []
    for symmetry in range(2 if "p" in pieces.lower() else 8):
        image = [mirrored(square, symmetry) for square in squares]
        for i in range(1, len(pieces)):
            if pieces[i - 1] == pieces[i] and image[i - 1] > image[i]:
                image[i - 1], image[i] = image[i], image[i - 1]
        images.append(image)
    return min(images)


def file(at, of):
    return at.squares[of[0]] % 8


def rank(at, of):
    return at.squares[of[0]] // 8


def min_distance_file(at, of):
    return min(rank(at, of), 7 - rank(at, of))


def min_distance_rank(at, of):
    return min(file(at, of), 7 - file(at, of))


def edge_distance(at, of):
    return min(min_distance_file(at, of), min_distance_rank(at, of))


def corner_distance(at, of):
    return max(min_distance_file(at, of), min_distance_rank(at, of))


def on_edge(at, of):
    return int(edge_distance(at, of) == 0)


def in_corner(at, of):
    return int(corner_distance(at, of) == 0)


def distance_file(at, of):
    return abs(at.squares[of[0]] // 8 - at.squares[of[1]] // 8)


def distance_rank(at, of):
    return abs(at.squares[of[0]] % 8 - at.squares[of[1]] % 8)


def same_file(at, of):
    return int(distance_rank(at, of) == 0)


def same_rank(at, of):
    return int(distance_file(at, of) == 0)


def same_diagonal(at, of):
    return int(distance_file(at, of) == distance_rank(at, of))


def distance(at, of):
    return king_steps(at.squares[of[0]], at.squares[of[1]])


def knight_move(at, of):
    return int(distance_file(at, of) * distance_rank(at, of) == 2)


def opposition_distance(at, of):
    return distance(at, of) if same_file(at, of) or same_rank(at, of) else 0


def opposition(at, of):
    return int(opposition_distance(at, of) == 2)


def between(at, of):
    one, other, middle = (at.squares[i] for i in of)

    def lies(a, b, c):
        return min(a, b) < c < max(a, b)

    return int(lies(one % 8, other % 8, middle % 8) or lies(one // 8, other // 8, middle // 8))


def in_check(at, of):
    return int(is_attacked(at, at.squares[of[0]], not at.pieces[of[0]].isupper(), at.squares))


def can_move(at, of):
    return int(king_moves(at, of[0]) > 0)


def king_mobility(at, of):
    return king_moves(at, of[0])


def mobility(at, of):
    white = at.pieces[of[0]].isupper()
    own = {square for piece, square in zip(at.pieces, at.squares) if piece.isupper() == white}
    return len(reach(at, of[0], at.squares) - own)


def attacked(at, of):
    return in_check(at, of)


def defended(at, of):
    return int(is_attacked(at, at.squares[of[0]], at.pieces[of[0]].isupper(), at.squares))


def attacks(at, of):
    return int(at.squares[of[1]] in reach(at, of[0], at.squares))


def box_area(at, of):
    def side(king, wall):
        return wall if king < wall else 7 - wall if king > wall else 8

    king, rook = at.squares[of[0]], at.squares[of[1]]
    return side(king % 8, rook % 8) * side(king // 8, rook // 8)


def corner_of_colour(at, of):
    bishop, king = at.squares[of[0]], at.squares[of[1]]
    corners = (0, 63) if (bishop % 8 + bishop // 8) % 2 == 0 else (7, 56)
    return min(king_steps(king, corner) for corner in corners)


def steps_to_corner_of_colour(at, of):
    bishop, king = at.squares[of[0]], at.squares[of[1]]
    is_dark = (bishop % 8 + bishop // 8) % 2 == 0
    along = king // 8 + (king % 8 if is_dark else 7 - king % 8)
    return min(along, 14 - along)


def same_colour(at, of):
    return int((distance_file(at, of) + distance_rank(at, of)) % 2 == 0)


def promotion_steps(at, of):
    return king_steps(at.squares[of[0]], square_of_promotion(at, of[0]))


def worth(at, of):
    return {"q": 9, "r": 5, "b": 3, "n": 3}.get(at.pieces[of[0]].lower(), 1)


def promotion_distance(at, of):
    return king_steps(at.squares[of[0]], square_of_promotion(at, of[1]))


def in_square(at, of):
    steps = min(promotion_steps(at, of[1:]), 5)
    return int(promotion_distance(at, of) <= steps + (at.pieces[of[0]].isupper() == bool(at.white_to_move)))


def ahead(at, of):
    return ranks_before(at, at.squares[of[0]], of[1]) + 7


def in_front(at, of):
    return int(same_file(at, of) and ranks_before(at, at.squares[of[0]], of[1]) > 0)


def on_key_square(at, of):
    steps, files = promotion_steps(at, of[1:]), distance_rank(at, of)
    ranks = ranks_before(at, at.squares[of[0]], of[1])
    if min_distance_rank(at, of[1:]) == 0:
        return int(files == 1 and ranks >= steps - 1)
    if steps == 1:
        return int(files == 1 and ranks in (0, 1))
    if steps <= 3:
        return int(files <= 1 and ranks in (1, 2))
    return int(files <= 1 and ranks == 2)


def aside(at, of):
    return min(distance_file(at, of), distance_rank(at, of))


def corner_steps(at, of):
    return min_distance_file(at, of) + min_distance_rank(at, of)


def loose(at, of):
    return int(attacked(at, of) and not defended(at, of))


def walk(at, king, moves):
    white, square = at.pieces[king].isupper(), at.squares[king]
    others = set(at.squares) - {square}
    taken = {s for piece, s in zip(at.pieces, at.squares) if piece.isupper() == white}
    for i, piece in enumerate(at.pieces):
        if piece.isupper() != white:
            taken |= reach(at, i, others)
    reached = edge = {square}
    while edge and moves > 0:
        edge = {to for s in edge for to in leaps(s, ROOK + BISHOP)} - taken - reached
        reached = reached | edge
        moves -= 1
    return len(reached)


def room(at, of):
    return walk(at, of[0], 63)


def near_room(at, of):
    return walk(at, of[0], 2)


def toward(one, other):
    return one + (other > one) - (other < one)


def corner_of_box(at, of):
    own, rook, held = (at.squares[i] for i in of[:3])
    return king_steps(own, 8 * toward(rook // 8, held // 8) + toward(rook % 8, held % 8))
