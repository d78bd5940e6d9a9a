import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql'

/** Returns why the variables of a request are not those of its operation. */
export function variableProblems(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): string[] {
  const { errors = [] } = getVariableValues(schema, variableDefinitions, variables)
  return errors.map(({ message }) => message)
}
