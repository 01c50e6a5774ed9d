import { command } from './prepare.mjs'

await command('reconcile', process.argv.slice(2))
