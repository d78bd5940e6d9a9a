import { type ComponentProps, createElement as h, type ReactNode } from 'react'
import { Badge } from 'storybook/internal/components'
import type { Result } from '../channel/messages.ts'

type Status = NonNullable<ComponentProps<typeof Badge>['status']>

const WORDS: Readonly<Record<Exclude<Result['kind'], 'response'>, readonly [text: string, status: Status]>> = {
  pending: ['pending', 'neutral'],
  networkError: ['network error', 'negative'],
  passed: ['to the network', 'neutral'],
  aborted: ['aborted', 'neutral'],
  failed: ['failed', 'negative'],
  miss: ['miss', 'negative'],
}

/** What has become of a call: its status, or a word. */
export function ResultBadge({ result }: { readonly result: Result }): ReactNode {
  const [text, status] = result.kind === 'response' ? wordStatus(result.status) : WORDS[result.kind]
  return h(Badge, { compact: true, status }, text)
}

function wordStatus(status: number): readonly [text: string, status: Status] {
  if (status >= 500) return [String(status), 'negative']
  if (status >= 400) return [String(status), 'warning']
  return [String(status), status >= 300 ? 'neutral' : 'positive']
}
