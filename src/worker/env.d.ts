interface ImportMetaEnv {
  /** when this build was made, ISO 8601; the same in the app's own code */
  readonly MARQUEE_BUILT_AT: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}

interface Request {
  /** Chromium has it; Firefox, WebKit and TypeScript's library do not. */
  readonly isReloadNavigation?: boolean
}
