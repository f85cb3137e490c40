// What a player must know of each variant, in a few sentences.

export const RULES: Record<string, string[]> = {
  chess: [
    'Each side has one king; whose king is attacked and cannot escape is mated and loses.',
    'A side that is not in check and has no move is stalemated: a draw.',
    'A pawn that reaches the last rank becomes a queen, rook, bishop or knight.',
    'The same position for the third time, or fifty moves without a capture or a pawn’s move, may be claimed as a draw.',
  ],
  crazyhouse: [
    'What you capture changes sides and goes into your pocket.',
    'Instead of a move you may drop a piece from the pocket onto an empty square; pawns not on the first or last rank.',
    'A promoted pawn that is captured becomes a pawn again.',
    'A drop may give check, and mate.',
  ],
  atomic: [
    'A capture explodes: what captures, what is captured, and every piece around them except pawns disappear.',
    'Whose king explodes loses. A king cannot capture.',
    'You may not blow up your own king; you may leave it in check if your move blows up the other one.',
    'Kings may stand side by side: neither can be captured there.',
  ],
  antichess: [
    'Whoever can capture must; among several captures you choose.',
    'The king is a piece like any other: there is no check, it can be captured, and pawns may become kings.',
    'Whoever has no piece left, or no move, wins.',
    'There is no castling.',
  ],
  suicide: [
    'Whoever can capture must; among several captures you choose.',
    'The king is a piece like any other: there is no check, it can be captured, and pawns may become kings.',
    'Whoever has no piece left wins. If a side cannot move, the side with fewer pieces wins; with as many it is a draw.',
    'There is no castling.',
  ],
  kingofthehill: [
    'All rules of chess hold.',
    'Besides, a king that reaches one of the four squares in the middle (d4, e4, d5, e5) wins at once.',
  ],
  '3check': ['All rules of chess hold.', 'Besides, the third check that a side gives wins at once.'],
  horde: [
    'White has thirty-six pawns and no king; Black has the usual pieces.',
    'White wins by mating Black’s king; Black wins by capturing every white piece.',
    'White’s pawns on the first rank may move two squares, too.',
  ],
  racingkings: [
    'Whose king reaches the eighth rank first wins; if White’s does, Black may draw level with its next move.',
    'Nobody may give check.',
    'There are no pawns and there is no castling.',
  ],
};
