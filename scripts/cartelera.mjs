import { command } from './prepare.mjs'

/** Runs a command of the product, which is installed and built if needed: `node scripts/cartelera.mjs backup`. */
await command(process.argv.slice(2))
