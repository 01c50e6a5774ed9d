import { serve } from './prepare.mjs'

await serve(process.argv.slice(2))
