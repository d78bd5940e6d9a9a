import { rest, setupMocks } from './src/index.ts'
const mocks = setupMocks([rest.get('/users', [{ id: 1 }]), rest.get('/u/:id', ({request}) => ({id: request.params.id})), rest.post('/p', {ok:1}, {match:{body:{a:1}}})])
mocks()
async function bench(name: string, fn: () => Promise<unknown>) { for (let i=0;i<3000;i++) await fn(); let best=1e9; for (let k=0;k<7;k++){ const t=performance.now(); for (let i=0;i<5000;i++) await fn(); best=Math.min(best,(performance.now()-t)/5)}; console.log(name, best.toFixed(2), 'us'); mocks.reset() }
const bare = async () => Response.json([{id:1}])
await bench('bare', async () => (await bare()).json())
await bench('static', async () => (await fetch('http://x.test/users')).json())
await bench('resolver', async () => (await fetch('http://x.test/u/1')).json())
await bench('post', async () => (await fetch('http://x.test/p', {method:'POST', body:'{"a":1}', headers:{'content-type':'application/json'}})).json())
mocks.stop()
