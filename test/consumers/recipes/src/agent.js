/** Asks a model, runs the tools that it calls, and returns the text of its last answer. `say` is called with each piece of text. */
export async function ask(question, tools, say = () => {}) {
  const messages = [{ role: 'user', content: question }]
  for (;;) {
    const { content, stopReason } = await send(messages, tools, say)
    if (stopReason !== 'tool_use') return content.map(({ text = '' }) => text).join('')
    const calls = content.filter(({ type }) => type === 'tool_use')
    const results = calls.map(({ id, name, input }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: String(tools[name].run(input)),
    }))
    messages.push({ role: 'assistant', content }, { role: 'user', content: results })
  }
}

async function send(messages, tools, say) {
  const response = await fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': process.env.ANTHROPIC_API_KEY ?? '',
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 1024,
      stream: true,
      tools: Object.entries(tools).map(([name, { description, schema }]) => ({
        name,
        description,
        input_schema: schema,
      })),
      messages,
    }),
  })
  if (!response.ok) throw new Error(`The model said ${response.status}`)
  const content = []
  let stopReason
  for await (const event of eventsOf(response.body)) {
    if (event.type === 'error') throw new Error(event.error.message)
    if (event.type === 'content_block_start') content[event.index] = { ...event.content_block, json: '' }
    if (event.type === 'message_delta') stopReason = event.delta.stop_reason
    if (event.type !== 'content_block_delta') continue
    const block = content[event.index]
    if (event.delta.type === 'input_json_delta') block.json += event.delta.partial_json
    if (event.delta.type === 'text_delta') {
      block.text += event.delta.text
      say(event.delta.text)
    }
  }
  return { stopReason, content: content.map(complete) }
}

/** The input of a tool arrives as pieces of JSON. */
function complete({ json, ...block }) {
  return block.type === 'tool_use' ? { ...block, input: JSON.parse(json || '{}') } : block
}

/** Parses the data of server-sent events. An event ends with an empty line, wherever the chunks are cut. */
async function* eventsOf(body) {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '))
      if (data) yield JSON.parse(data.slice('data: '.length))
    }
  }
}
