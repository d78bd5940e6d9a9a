export * from 'mynah'
