import * as z from 'zod/mini'

// Imported before everything else: probing for a JIT compiler would break the page's policy.
z.config({ jitless: true })
