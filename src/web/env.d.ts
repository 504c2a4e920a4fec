interface ViteTypeOptions {
  strictImportMetaEnv: unknown
}

interface Window {
  /** As far as it is used; what a policy makes is an object that browsers take for its string. */
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: (about: string) => string },
    ): { createScriptURL: (about: string) => string }
  }
}

interface Navigator {
  /** As far as it is used; some browsers have none. */
  readonly connection?: { readonly saveData: boolean }
}

interface ImportMetaEnv {
  /** The service's base address, for a build that is hosted as plain files. Default: /api of the host. */
  readonly VITE_TASK_API_BASE_URL?: string
  /** of package.json */
  readonly MARQUEE_VERSION: string
  /** ISO 8601 */
  readonly MARQUEE_BUILT_AT: string
  /** '1': unit tests go through all their cases; no build knows it */
  readonly TEST_FULL?: string
}
