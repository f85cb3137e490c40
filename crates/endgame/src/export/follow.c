/* A move of a piece, by its place in the list, to a square. */
struct move {
    int piece, to;
};

enum { MOST_MOVES = 128 };

static int quantity(int number, const struct placement *at) {
    int sum = 0;
    for (int i = 0; i < WIDTH && PARTS[number * WIDTH + i] >= 0; i++) sum += attribute(PARTS[number * WIDTH + i], at);
    return sum;
}

/* A condition is a quantity, a test and a number. */
static int holds(const int *condition, const struct placement *at, const struct placement *before) {
    int value = quantity(condition[0], at);
    switch (condition[1]) {
    case 0: return value == condition[2];
    case 1: return value <= condition[2];
    case 2: return value >= condition[2];
    case 3: return value < quantity(condition[0], before);
    case 4: return value == quantity(condition[0], before);
    default: return value > quantity(condition[0], before);
    }
}

static int all_hold(const int *conditions, int count, const struct placement *at, const struct placement *before) {
    for (int i = 0; i < count; i++)
        if (!holds(conditions + 3 * i, at, before)) return 0;
    return 1;
}

/* White's moves, which nothing but a bare king can be in the way of. */
static int legal_moves(const struct placement *before, struct move *moves, unsigned char after[][COUNT]) {
    int count = 0;
    unsigned long long taken = occupied(before);
    for (int piece = 0; piece < COUNT; piece++) {
        unsigned long long targets = reach(before, piece, taken) & ~taken;
        if (!is_white(PIECES[piece])) continue;
        for (int to = 0; to < 64; to++) {
            struct placement at = {COUNT, PIECES, after[count], 0};
            if (!(targets >> to & 1)) continue;
            for (int i = 0; i < COUNT; i++) after[count][i] = before->squares[i];
            after[count][piece] = (unsigned char)to;
            if (is_attacked(&at, after[count][0], 0, occupied(&at))) continue;
            moves[count].piece = piece;
            moves[count++].to = to;
        }
    }
    return count;
}

/* The moves that the rules leave, whichever of them is played; how many they are. */
int choose(const unsigned char *squares, struct move moves[MOST_MOVES]) {
    unsigned char after[MOST_MOVES][COUNT];
    struct placement before = {COUNT, PIECES, squares, 1};
    int count = legal_moves(&before, moves, after);
    const int length = (int)(sizeof RULES / sizeof *RULES);
    for (int at = 0; at < length && count > 1;) {
        const int *when = RULES + at + 1, *aim = when + 3 * RULES[at];
        int applies = all_hold(when, RULES[at], &before, &before), price[MOST_MOVES], least = 0, left = 0;
        at = (int)(aim - RULES) + 2 + (aim[0] == 0 ? 3 * aim[1] : 0);
        for (int i = 0; i < count; i++) {
            struct placement here = {COUNT, PIECES, after[i], 0};
            if (aim[0] == 0) price[i] = !all_hold(aim + 2, aim[1], &here, &before);
            else price[i] = aim[0] == 1 ? quantity(aim[1], &here) : -quantity(aim[1], &here);
            if (i == 0 || price[i] < least) least = price[i];
        }
        for (int i = 0; applies && i < count; i++) {
            if (price[i] != least) continue;
            for (int j = 0; j < COUNT; j++) after[left][j] = after[i][j];
            moves[left++] = moves[i];
        }
        if (applies) count = left;
    }
    return count;
}
