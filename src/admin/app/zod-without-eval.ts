import { config } from 'zod/v4/core'

// zod tries `new Function` once to see whether it may compile; our content policy refuses and reports it.
config({ jitless: true })
