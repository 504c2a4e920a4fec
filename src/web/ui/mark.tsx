/** The logo. It is decoration beside the name, so it has no accessible name. */
export function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-7">
      <rect width="32" height="32" rx="7" fill="#14161c" />
      <path
        d="M8 23V9.5l8 8 8-8V23"
        fill="none"
        stroke="#f5b13d"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M8 5.2h0M16 5.2h0M24 5.2h0M8 27h0M16 27h0M24 27h0"
        stroke="#ffe2a8"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
    </svg>
  )
}
