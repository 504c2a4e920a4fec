interface ViteTypeOptions {
  strictImportMetaEnv: unknown
}

interface ImportMetaEnv {
  /** The service's base address, for a build that is hosted as plain files. Default: /api of the host. */
  readonly VITE_TASK_API_BASE_URL?: string
}
