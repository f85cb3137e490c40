// What is drawn over the squares: exact terms where they have squares; else what taking pieces off says, as far as that
// leaves a legal position.

import type { Explanation, ExplanationTerm } from '../../wire';

export function onSquares(explanation: Explanation | null): ExplanationTerm[] {
  if (!explanation) return [];
  const exact =
    explanation.method === 'exact' ? explanation.terms.filter((term) => term.square !== null) : [];
  return exact.length > 0 ? exact : explanation.pieces;
}
