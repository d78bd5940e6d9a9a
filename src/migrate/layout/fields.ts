import type ts from 'typescript'
import type { Fields } from './model.ts'

type TypeScript = typeof ts

/** Returns the fields of an object literal that is written on one line; `undefined` for all other code. */
export function fieldsOf(typescript: TypeScript, code: string): Fields | undefined {
  const value = expressionOf(typescript, code)
  if (!value || !typescript.isObjectLiteralExpression(value)) return undefined
  const fields = value.properties.flatMap(
    (one): Fields => (typescript.isPropertyAssignment(one) ? [[one.name.getText(), one.initializer.getText()]] : []),
  )
  // A comment, a spread, or a shorthand name would be lost.
  return code === `{ ${fields.map(([name, part]) => `${name}: ${part}`).join(', ')} }` ? fields : undefined
}

/** Parses code as one expression. */
export function expressionOf(typescript: TypeScript, code: string): ts.Expression | undefined {
  const file = typescript.createSourceFile('code.ts', `(${code})`, typescript.ScriptTarget.ESNext, true)
  const [statement] = file.statements
  const outer = statement && typescript.isExpressionStatement(statement) ? statement.expression : undefined
  return outer && typescript.isParenthesizedExpression(outer) ? outer.expression : undefined
}
