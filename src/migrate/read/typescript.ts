import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type ts from 'typescript'
import type { TypeScript } from './source.ts'

/** Loads the TypeScript of the project. */
export function loadTypeScript(folder: string): TypeScript {
  const typescript = requireTypeScript(folder)
  const major = Number.parseInt(typescript.version ?? '', 10)
  if (!(major >= 5) || typeof typescript.createProgram !== 'function') {
    throw new Error(
      `migrate reads files with the project's own typescript, 5 or 6, but found ${typescript.version ?? 'another'}; npm install --no-save typescript@6`,
    )
  }
  return typescript
}

function requireTypeScript(folder: string): TypeScript {
  try {
    return createRequire(join(folder, 'package.json'))('typescript') as TypeScript
  } catch {
    throw new Error(
      "migrate reads files with the project's own typescript, which is missing; npm install --no-save typescript@6",
    )
  }
}

/** Makes a program of the files, with the project's own settings of paths and types. */
export function programOf(typescript: TypeScript, folder: string, files: readonly string[]): ts.Program {
  const config = typescript.findConfigFile(folder, typescript.sys.fileExists, 'tsconfig.json')
  const options = config === undefined ? {} : optionsOf(typescript, config)
  return typescript.createProgram(
    files.map((file) => resolve(folder, file)),
    {
      module: typescript.ModuleKind.NodeNext,
      moduleResolution: typescript.ModuleResolutionKind.NodeNext,
      target: typescript.ScriptTarget.ESNext,
      jsx: typescript.JsxEmit.Preserve,
      ...options,
      noEmit: true,
      allowJs: true,
      checkJs: false,
      strict: true,
      skipLibCheck: true,
      incremental: false,
      composite: false,
    },
  )
}

function optionsOf(typescript: TypeScript, config: string): ts.CompilerOptions {
  const { config: json } = typescript.readConfigFile(config, typescript.sys.readFile)
  const { options } = typescript.parseJsonConfigFileContent(json ?? {}, typescript.sys, resolve(config, '..'))
  return options
}
