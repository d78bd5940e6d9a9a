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

/** A function that other files may call, and that declares an answer by a construct. */
export interface Answering {
  readonly name: string
  readonly construct: number
  /** Whether it returned what the construct made, and returns nothing now. */
  readonly isReturning: boolean
}
