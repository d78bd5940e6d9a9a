import type ts from 'typescript'

/** A construct that stays as it is. */
export interface Left {
  readonly line: number
  readonly reason: string
}

/** A construct that stays, and its place in the tree. */
export interface LeftNode extends Left {
  readonly node: ts.Node
}

/** A place at which the old library lets a test pass that mynah fails. */
export type Note = Left

/** A construct that asked for the answers of all files, and asks for those of this one now. */
export interface Asking {
  readonly construct: number
  /** Whether it demands that all were used. */
  readonly isDemand: boolean
}

/** A function that other files may call. It returned what a construct made, and returns nothing now, or `rest.at(base)`. */
export interface Answering {
  readonly name: string
  readonly maker: ts.SignatureDeclaration
  readonly construct: number
  /** Whether its callers make stubs by it. */
  readonly isBase?: boolean
}

/** A call of such a function, whose caller was rewritten for what it returns now. */
export interface Adopted {
  readonly maker: ts.Node
  readonly call: ts.Node
  readonly construct: number
  /** Whether it demanded that the answer was used. */
  readonly isDemand: boolean
}
