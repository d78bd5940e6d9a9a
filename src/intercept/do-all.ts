/**
 * Does one act after the other, each of which gives its undo; gives the undo of them all, the last first. Where one
 * throws, those before it are undone: mocks that cannot start leave nothing patched.
 */
export function doAll(acts: readonly (() => () => void)[]): () => void {
  const undos: (() => void)[] = []
  const undoAll = () => {
    for (const undo of undos.splice(0).reverse()) undo()
  }
  try {
    for (const act of acts) undos.push(act())
  } catch (error) {
    undoAll()
    throw error
  }
  return undoAll
}
