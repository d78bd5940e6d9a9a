import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    projectsFolder: string
  }
}

/** Makes the folder of the projects that tests write. Workers end without an `exit` event, so they cannot remove their own. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
  project.provide('projectsFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
