/* Who stands where: letters as in a FEN, squares counted a1, b1, ..., h8. */
struct placement {
    int count;
    const char *pieces;
    const unsigned char *squares;
    int white_to_move;
};

static const int KNIGHT[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
static const int KING[8][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
static const int WHITE_PAWN[2][2] = {{-1, 1}, {1, 1}};
static const int BLACK_PAWN[2][2] = {{-1, -1}, {1, -1}};

static inline int difference(int one, int other) { return one > other ? one - other : other - one; }
static inline int smaller(int one, int other) { return one < other ? one : other; }
static inline int larger(int one, int other) { return one > other ? one : other; }
static inline int is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
static inline char lower(char piece) { return is_white(piece) ? (char)(piece - 'A' + 'a') : piece; }

static inline int step(int square, const int way[2]) {
    int x = square % 8 + way[0], y = square / 8 + way[1];
    return x >= 0 && x < 8 && y >= 0 && y < 8 ? y * 8 + x : -1;
}

static inline int king_steps(int from, int to) {
    return larger(difference(from % 8, to % 8), difference(from / 8, to / 8));
}

static inline unsigned long long bit(int square) { return 1ULL << square; }

static inline unsigned long long leaps(int from, const int (*ways)[2], int count) {
    unsigned long long bits = 0;
    for (int i = 0; i < count; i++) {
        int to = step(from, ways[i]);
        if (to >= 0) bits |= bit(to);
    }
    return bits;
}

/* The first four ways are a rook's, the last four a bishop's. */
static inline unsigned long long slides(int from, int first, int last, unsigned long long occupied) {
    unsigned long long bits = 0;
    for (int i = first; i < last; i++) {
        for (int to = step(from, KING[i]); to >= 0; to = step(to, KING[i])) {
            bits |= bit(to);
            if (occupied >> to & 1) break;
        }
    }
    return bits;
}

static inline unsigned long long occupied_by(const struct placement *at, int white) {
    unsigned long long bits = 0;
    for (int i = 0; i < at->count; i++)
        if (is_white(at->pieces[i]) == white) bits |= bit(at->squares[i]);
    return bits;
}

static inline unsigned long long occupied(const struct placement *at) {
    return occupied_by(at, 0) | occupied_by(at, 1);
}

static inline unsigned long long reach(const struct placement *at, int index, unsigned long long occupied) {
    int from = at->squares[index];
    switch (lower(at->pieces[index])) {
    case 'k': return leaps(from, KING, 8);
    case 'n': return leaps(from, KNIGHT, 8);
    case 'p': return leaps(from, is_white(at->pieces[index]) ? WHITE_PAWN : BLACK_PAWN, 2);
    case 'r': return slides(from, 0, 4, occupied);
    case 'b': return slides(from, 4, 8, occupied);
    default: return slides(from, 0, 8, occupied);
    }
}

static inline int is_attacked(const struct placement *at, int square, int by_white, unsigned long long occupied) {
    for (int i = 0; i < at->count; i++)
        if (is_white(at->pieces[i]) == by_white && at->squares[i] != square && reach(at, i, occupied) >> square & 1)
            return 1;
    return 0;
}

static inline int king_moves(const struct placement *at, int king) {
    int white = is_white(at->pieces[king]), from = at->squares[king], moves = 0;
    unsigned long long without_king = occupied(at) & ~bit(from);
    unsigned long long free = leaps(from, KING, 8) & ~occupied_by(at, white);
    for (int to = 0; to < 64; to++)
        if (free >> to & 1 && !is_attacked(at, to, !white, without_king)) moves++;
    return moves;
}

static inline int square_of_promotion(const struct placement *at, int pawn) {
    return at->squares[pawn] % 8 + (is_white(at->pieces[pawn]) ? 56 : 0);
}

static inline int ranks_before(const struct placement *at, int square, int pawn) {
    int ranks = square / 8 - at->squares[pawn] / 8;
    return is_white(at->pieces[pawn]) ? ranks : -ranks;
}

/* The first bit mirrors the files, the second the ranks, and the third the long diagonal. */
static inline int mirrored(int square, int symmetry) {
    int x = symmetry & 1 ? 7 - square % 8 : square % 8;
    int y = symmetry & 2 ? 7 - square / 8 : square / 8;
    return symmetry & 4 ? x * 8 + y : y * 8 + x;
}

/* Turns a position into that of its images which stands for all: at most eight pieces, kings first. */
static inline void make_canonical(int count, const char *pieces, unsigned char *squares) {
    unsigned char least[8], image[8];
    int symmetries = 8;
    for (int i = 0; i < count; i++)
        if (lower(pieces[i]) == 'p') symmetries = 2;
    for (int symmetry = 0; symmetry < symmetries; symmetry++) {
        int place = 0;
        for (int i = 0; i < count; i++) image[i] = (unsigned char)mirrored(squares[i], symmetry);
        for (int i = 1; i < count; i++) {
            if (pieces[i - 1] == pieces[i] && image[i - 1] > image[i]) {
                unsigned char other = image[i];
                image[i] = image[i - 1];
                image[i - 1] = other;
            }
        }
        while (symmetry > 0 && place < count && image[place] == least[place]) place++;
        if (symmetry == 0 || (place < count && image[place] < least[place]))
            for (int i = 0; i < count; i++) least[i] = image[i];
    }
    for (int i = 0; i < count; i++) squares[i] = least[i];
}

#define MEASURE(name) static inline int name(const struct placement *at, const int *of)
#define SQUARE(place) at->squares[of[place]]

MEASURE(file) { return SQUARE(0) % 8; }
MEASURE(rank) { return SQUARE(0) / 8; }
MEASURE(min_distance_file) { return smaller(rank(at, of), 7 - rank(at, of)); }
MEASURE(min_distance_rank) { return smaller(file(at, of), 7 - file(at, of)); }
MEASURE(edge_distance) { return smaller(min_distance_file(at, of), min_distance_rank(at, of)); }
MEASURE(corner_distance) { return larger(min_distance_file(at, of), min_distance_rank(at, of)); }
MEASURE(on_edge) { return edge_distance(at, of) == 0; }
MEASURE(in_corner) { return corner_distance(at, of) == 0; }
MEASURE(distance_file) { return difference(SQUARE(0) / 8, SQUARE(1) / 8); }
MEASURE(distance_rank) { return difference(SQUARE(0) % 8, SQUARE(1) % 8); }
MEASURE(same_file) { return distance_rank(at, of) == 0; }
MEASURE(same_rank) { return distance_file(at, of) == 0; }
MEASURE(same_diagonal) { return distance_file(at, of) == distance_rank(at, of); }
MEASURE(distance) { return king_steps(SQUARE(0), SQUARE(1)); }
MEASURE(knight_move) { return distance_file(at, of) * distance_rank(at, of) == 2; }
MEASURE(opposition_distance) { return same_file(at, of) || same_rank(at, of) ? distance(at, of) : 0; }
MEASURE(opposition) { return opposition_distance(at, of) == 2; }
static inline int lies_between(int one, int other, int middle) {
    return middle > smaller(one, other) && middle < larger(one, other);
}
MEASURE(between) {
    return lies_between(SQUARE(0) % 8, SQUARE(1) % 8, SQUARE(2) % 8)
        || lies_between(SQUARE(0) / 8, SQUARE(1) / 8, SQUARE(2) / 8);
}
MEASURE(in_check) { return is_attacked(at, SQUARE(0), !is_white(at->pieces[of[0]]), occupied(at)); }
MEASURE(can_move) { return king_moves(at, of[0]) > 0; }
MEASURE(king_mobility) { return king_moves(at, of[0]); }
MEASURE(mobility) {
    unsigned long long bits = reach(at, of[0], occupied(at)) & ~occupied_by(at, is_white(at->pieces[of[0]]));
    int count = 0;
    for (; bits; bits &= bits - 1) count++;
    return count;
}
MEASURE(attacked) { return in_check(at, of); }
MEASURE(defended) { return is_attacked(at, SQUARE(0), is_white(at->pieces[of[0]]), occupied(at)); }
MEASURE(attacks) { return (int)(reach(at, of[0], occupied(at)) >> SQUARE(1) & 1); }
static inline int box_side(int king, int wall) { return king < wall ? wall : king > wall ? 7 - wall : 8; }
MEASURE(box_area) {
    return box_side(SQUARE(0) % 8, SQUARE(1) % 8) * box_side(SQUARE(0) / 8, SQUARE(1) / 8);
}
MEASURE(corner_of_colour) {
    int is_dark = (SQUARE(0) % 8 + SQUARE(0) / 8) % 2 == 0;
    return smaller(king_steps(SQUARE(1), is_dark ? 0 : 7), king_steps(SQUARE(1), is_dark ? 63 : 56));
}
MEASURE(steps_to_corner_of_colour) {
    int is_dark = (SQUARE(0) % 8 + SQUARE(0) / 8) % 2 == 0, file = SQUARE(1) % 8;
    int along = SQUARE(1) / 8 + (is_dark ? file : 7 - file);
    return smaller(along, 14 - along);
}
MEASURE(same_colour) { return (distance_file(at, of) + distance_rank(at, of)) % 2 == 0; }
MEASURE(promotion_steps) { return king_steps(SQUARE(0), square_of_promotion(at, of[0])); }
MEASURE(worth) {
    switch (lower(at->pieces[of[0]])) {
    case 'q': return 9;
    case 'r': return 5;
    case 'b': case 'n': return 3;
    default: return 1;
    }
}
MEASURE(promotion_distance) { return king_steps(SQUARE(0), square_of_promotion(at, of[1])); }
MEASURE(in_square) {
    int steps = smaller(promotion_steps(at, of + 1), 5);
    return promotion_distance(at, of) <= steps + (is_white(at->pieces[of[0]]) == at->white_to_move);
}
MEASURE(ahead) { return ranks_before(at, SQUARE(0), of[1]) + 7; }
MEASURE(in_front) { return same_file(at, of) && ranks_before(at, SQUARE(0), of[1]) > 0; }
MEASURE(on_key_square) {
    int steps = promotion_steps(at, of + 1), ranks = ranks_before(at, SQUARE(0), of[1]), files = distance_rank(at, of);
    if (min_distance_rank(at, of + 1) == 0) return files == 1 && ranks >= steps - 1;
    if (steps == 1) return files == 1 && (ranks == 0 || ranks == 1);
    if (steps <= 3) return files <= 1 && (ranks == 1 || ranks == 2);
    return files <= 1 && ranks == 2;
}
MEASURE(aside) { return smaller(distance_file(at, of), distance_rank(at, of)); }
MEASURE(corner_steps) { return min_distance_file(at, of) + min_distance_rank(at, of); }
MEASURE(loose) { return attacked(at, of) && !defended(at, of); }
static inline int walk(const struct placement *at, int king, int moves) {
    int white = is_white(at->pieces[king]), count = 0;
    unsigned long long reached = bit(at->squares[king]), others = occupied(at) & ~reached, taken = 0;
    for (int i = 0; i < at->count; i++)
        if (is_white(at->pieces[i]) != white) taken |= reach(at, i, others);
    taken |= occupied_by(at, white);
    while (moves-- > 0) {
        unsigned long long row = reached | (reached & ~0x8080808080808080ULL) << 1 | (reached & ~0x0101010101010101ULL) >> 1;
        reached |= (row | row << 8 | row >> 8) & ~taken;
    }
    for (; reached; reached &= reached - 1) count++;
    return count;
}
MEASURE(room) { return walk(at, of[0], 63); }
MEASURE(near_room) { return walk(at, of[0], 2); }
static inline int toward(int from, int to) { return from + (to > from) - (to < from); }
MEASURE(corner_of_box) {
    int x = toward(SQUARE(1) % 8, SQUARE(2) % 8), y = toward(SQUARE(1) / 8, SQUARE(2) / 8);
    return king_steps(SQUARE(0), y * 8 + x);
}
