interface ViteTypeOptions {
  strictImportMetaEnv: unknown
}

interface Window {
  /** As far as it is used; what a policy makes is an object that browsers take for its string. */
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ): { createScriptURL: (url: string) => string }
  }
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
