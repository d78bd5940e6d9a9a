// @vitest-environment node
import { rest, setupMocks, sse } from 'mynah'
import { cassette } from 'mynah/record'
import { beforeEach, expect, test } from 'vitest'
import { ask } from '../src/agent.js'

const mocks = setupMocks(cassette('test/recorded/weather.har', { origins: ['https://api.anthropic.com'] }))
beforeEach(mocks)

const weather = {
  description: 'The weather of a city',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: ({ city }) => `18 °C in ${city}`,
}

test('runs the tool that the model calls, and says its answer', async () => {
  const asked = []
  const tool = { ...weather, run: (input) => asked.push(input.city) && weather.run(input) }
  const pieces = []
  const answer = await ask('What is the weather in Paris?', { weather: tool }, (text) => pieces.push(text))
  expect(asked).toEqual(['Paris'])
  expect(answer).toBe('It is 18 °C in Paris.')
  expect(pieces.length).toBeGreaterThan(1)
  expect(mocks.calls()).toHaveLength(2)
})

test('says what went wrong in the middle of an answer', async () => {
  mocks.use(
    rest.post(
      'https://api.anthropic.com/v1/messages',
      sse([
        { event: 'message_start', data: { type: 'message_start', message: { role: 'assistant', content: [] } } },
        { event: 'error', data: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      ]),
    ),
  )
  await expect(ask('What is the weather in Paris?', { weather })).rejects.toThrow('Overloaded')
})
