def quantity(number, at):
    parts = PARTS[number * WIDTH:(number + 1) * WIDTH]
    return sum(ATTRIBUTES[part][0](at, ATTRIBUTES[part][1]) for part in parts if part >= 0)


def holds(condition, at, before):
    """A condition is a quantity, a test and a number."""
    number, test, wanted = condition
    value = quantity(number, at)
    if test < 3:
        return (value == wanted, value <= wanted, value >= wanted)[test]
    earlier = quantity(number, before)
    return (value < earlier, value == earlier, value > earlier)[test - 3]


def legal_moves(before):
    """White's moves, which nothing but a bare king can be in the way of, and what they lead to."""
    found = []
    for index, piece in enumerate(PIECES):
        if not piece.isupper():
            continue
        for to in sorted(reach(before, index, before.squares) - set(before.squares)):
            squares = list(before.squares)
            squares[index] = to
            after = Placement(PIECES, squares, False)
            if not is_attacked(after, squares[0], False, squares):
                found.append(((index, to), after))
    return found


def conditions(numbers, count):
    return [numbers[3 * i:3 * i + 3] for i in range(count)]


def choose(squares):
    """The moves that the rules leave, whichever of them is played: places in the list of pieces, and squares."""
    before = Placement(PIECES, list(squares), True)
    left = legal_moves(before)
    at = 0
    while at < len(RULES) and len(left) > 1:
        when = conditions(RULES[at + 1:], RULES[at])
        at += 1 + 3 * RULES[at]
        aim, number = RULES[at:at + 2]
        at += 2
        if aim == 0:
            wanted = conditions(RULES[at:], number)
            at += 3 * number
        if not all(holds(condition, before, before) for condition in when):
            continue
        if aim == 0:
            prices = [not all(holds(condition, after, before) for condition in wanted) for _, after in left]
        else:
            prices = [quantity(number, after) * (1 if aim == 1 else -1) for _, after in left]
        least = min(prices)
        left = [move for move, price in zip(left, prices) if price == least]
    return [move for move, _ in left]
