/** Shows the same tab in all groups of a page: who reads for Jest chooses it once. Returns the undo. */
export function keepTabsInStep(page: Document): () => void {
  const choose = ({ target, isTrusted }: Event) => {
    // A click by this function is not trusted, and changes nothing further.
    if (!isTrusted || !(target instanceof HTMLInputElement) || !target.closest('.vp-code-group')) return
    const title = titleOf(target)
    for (const input of page.querySelectorAll<HTMLInputElement>('.vp-code-group input')) {
      if (input !== target && titleOf(input) === title) input.click()
    }
  }
  page.addEventListener('click', choose)
  return () => page.removeEventListener('click', choose)
}

function titleOf({ labels }: HTMLInputElement): string | null | undefined {
  return labels?.[0]?.textContent
}
