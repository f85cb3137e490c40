// Files as text.

/** What a file holds, and whether it was taken for Latin-1: old collections of games are not written in UTF-8. */
export function decoded(content: ArrayBuffer): { text: string; isLatin1: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), isLatin1: false };
  } catch {
    return { text: new TextDecoder('latin1').decode(content), isLatin1: true };
  }
}
