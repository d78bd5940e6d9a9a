const { JSDOM, VirtualConsole } = await import(process.version.startsWith('v20.') ? 'jsdom-on-node20' : 'jsdom')
const { window } = new JSDOM('', {
  url: 'http://page.test/',
  // Says nothing of failed requests.
  virtualConsole: new VirtualConsole(),
})

// Before axios is loaded, which looks for it.
globalThis.XMLHttpRequest = window.XMLHttpRequest
const { default: axios } = await import('axios')

export const axiosXhr = {
  cannot: {
    connection: 'a page may not set the header',
    agent: 'a page has no agents',
    expect: 'a page may not set the header',
    chunks: 'it sends no streams',
  },
  failure: {
    network: 'AxiosError ERR_NETWORK: Network Error',
    bug: 'AxiosError ERR_NETWORK: Network Error',
    unmatched: 'AxiosError ERR_NETWORK: Network Error',
    before: 'CanceledError ERR_CANCELED: canceled',
    during: 'CanceledError ERR_CANCELED: canceled',
    body: 'CanceledError ERR_CANCELED: canceled',
  },
  open: () => ({ ask }),
  leave: () => window.close(),
}

async function ask({ url, method, signal, onHead }) {
  const response = await axios.request({
    adapter: 'xhr',
    url,
    method,
    signal,
    responseType: 'arraybuffer',
    validateStatus: () => true,
    onDownloadProgress: onHead,
  })
  return { status: response.status, bytes: response.data }
}
