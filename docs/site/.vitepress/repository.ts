/** The fields of `package.json` that have addresses of the project. */
export interface Addresses {
  readonly repository?: { readonly url: string }
  readonly homepage?: string
  readonly bugs?: { readonly url: string }
}

/**
 * Returns the site's links to GitHub: those of `repository`, or none (docs/inside/decisions/0021-address-of-the-project.md).
 * @throws {Error} when there is a `repository`, and an address beside it is missing.
 */
export function repositoryLinks({ repository, homepage, bugs }: Addresses) {
  if (repository === undefined) return {}
  if (homepage === undefined || bugs === undefined) {
    throw new Error('package.json has `repository`: it needs `homepage` and `bugs` too')
  }
  const link = repository.url.replace(/^git\+|\.git$/g, '')
  return {
    socialLinks: [{ icon: 'github', link }],
    editLink: { pattern: `${link}/edit/main/:path`, text: 'Edit this page on GitHub' },
  }
}
