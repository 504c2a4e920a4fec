// Imported before everything else: probing for a JIT compiler would break the page's policy. By the
// name under which zod's copies share their settings: z.config() would put zod into the first load.
// Under another name the probe would come back, and with it a violation that every test reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
