import type ts from 'typescript'
import type { Converted } from './convert-file.ts'
import type { ProjectFiles } from './read/project-files.ts'
import type { Kept } from './read/rulings.ts'
import { isRunByMocha } from './read/tests.ts'

/**
 * Tells each file what the others of its process keep of the old library, and for which hosts they have stubs of mynah. Returns whether
 * that is news. `outside` is what modules keep that no pattern holds.
 */
export function shareKept(
  results: readonly Converted[],
  outside: readonly Converted[],
  files: ProjectFiles,
  dependencies: ReadonlySet<string>,
): boolean {
  const isOneProcess = isRunByMocha(dependencies)
  const news = results.map((one) => {
    const areTogether = (file: string) => isOneProcess || files.runTogether(one.file, file)
    const others = results.filter((other) => other !== one && areTogether(other.file))
    const ofModules = outside
      .filter(({ file }) => areTogether(file))
      .flatMap(({ result }) => result.source.kept.map((kept) => ({ ...kept, routes: undefined })))
    const beneath = [...others.flatMap(({ result }) => result.source.kept), ...ofModules]
    const beside = [...new Set(others.flatMap(({ result }) => [...result.source.hosts]))]
    const { rulings } = one
    const isNews = keyOf(beneath, beside) !== keyOf(rulings.beneath, rulings.beside)
    rulings.beneath = beneath.map((kept) => {
      const isFar = !files.runTogether(one.file, kept.node.getSourceFile().fileName)
      return { ...kept, place: files.placeOf(kept.node), isFar }
    })
    rulings.beside = beside
    return isNews
  })
  return news.includes(true)
}

function keyOf(kept: readonly Kept[], hosts: readonly (string | undefined)[]): string {
  const placeOf = (node: ts.Node) => `${node.getSourceFile().fileName}:${node.pos}:${node.end}`
  return JSON.stringify([kept.map(({ node }) => placeOf(node)).sort(), hosts.map(String).sort()])
}
