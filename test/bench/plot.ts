import { median, type Rounds } from './report.ts'

const WIDTH = 640
const HEIGHT = 400
const LEFT = 70
const BOTTOM = 50
const COLORS: Record<string, string> = {
  mynah: '#1b7f5c',
  'fetch-mock': '#b8860b',
  undici: '#4169a8',
  nock: '#a0522d',
  msw: '#b0413e',
}

/** Draws the cost of a request against the number of routes, both axes logarithmic, as an SVG. */
export function drawPlot(results: ReadonlyMap<string, Rounds>): string {
  const counts = [1, 10, 100, 1000, 10_000]
  const at = (count: number) => results.get(count === 1 ? 'fetch-static' : `fetch-routes-${count}`)
  const x = (count: number) => LEFT + (Math.log10(count) / 4) * (WIDTH - LEFT - 110)
  const y = (micros: number) => HEIGHT - BOTTOM - ((Math.log10(micros) - 0.5) / 4.5) * (HEIGHT - BOTTOM - 20)
  const lines = Object.entries(COLORS).map(([library, color]) => {
    const points = counts.flatMap((count) => {
      const micros = at(count)?.get(library)
      return micros === undefined ? [] : [[x(count), y(median(micros))] as const]
    })
    const last = points.at(-1)
    if (!last) return ''
    const path = points.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ')
    return (
      `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>` +
      `<text x="${last[0] + 8}" y="${last[1] + 4}" fill="${color}">${library}</text>`
    )
  })
  const grid = [10, 100, 1000, 10_000, 100_000].map(
    (micros) =>
      `<line x1="${LEFT}" x2="${WIDTH - 110}" y1="${y(micros)}" y2="${y(micros)}" stroke="#ddd"/>` +
      `<text x="${LEFT - 8}" y="${y(micros) + 4}" text-anchor="end">${micros.toLocaleString('en')}</text>`,
  )
  const ticks = counts.map(
    (count) =>
      `<text x="${x(count)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${count.toLocaleString('en')}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<title>The cost of one mocked fetch against the number of routes</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...grid,
    ...ticks,
    `<text x="${LEFT}" y="14">µs for one mocked fetch</text>`,
    `<text x="${(WIDTH - 110 + LEFT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">routes declared</text>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n')
}
