import type { ReactNode } from 'react'

import type { PosterScene } from '#contract/poster-tasks.ts'

/*
 * Five illustrations of our own. What youqian and zhongming depict is not shown in the
 * specification: theirs are abstract and claim nothing.
 */
const drawings: Record<PosterScene, { sky: string; content: ReactNode }> = {
  youqian: {
    sky: '#3d2b12',
    content: (
      <g fill="none" stroke="#f5b13d" strokeWidth="3">
        <circle cx="80" cy="58" r="14" />
        <circle cx="80" cy="58" r="27" opacity=".7" />
        <circle cx="80" cy="58" r="41" opacity=".42" />
        <circle cx="80" cy="58" r="56" opacity=".22" />
      </g>
    ),
  },
  zhongming: {
    sky: '#152c3a',
    content: (
      <g fill="none" stroke="#7fd0e8" strokeWidth="3" strokeLinecap="round">
        <path d="M20 84c20-38 40-38 60 0s40 38 60 0" />
        <path d="M20 66c20-38 40-38 60 0s40 38 60 0" opacity=".6" />
        <path d="M20 48c20-38 40-38 60 0s40 38 60 0" opacity=".3" />
      </g>
    ),
  },
  anime_cake: {
    sky: '#3a2140',
    content: (
      <g stroke="#2a1430" strokeWidth="3" strokeLinejoin="round">
        <path d="M44 62h72v34a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z" fill="#ff9ecb" />
        <path
          d="M40 62a8 8 0 0 1 8-8h64a8 8 0 0 1 8 8c0 9-12 9-13 0-1 9-13 9-14 0-1 9-13 9-14 0-1 9-13 9-14 0-1 9-13 9-14 0-1 9-11 9-11 0z"
          fill="#fff3fa"
        />
        <path d="M76 32h8v22h-8z" fill="#8fd7ff" />
        <path d="M80 16c6 7 5 14 0 14s-6-7 0-14z" fill="#ffd166" />
        <path
          d="M28 30l3 6 6 3-6 3-3 6-3-6-6-3 6-3zM132 34l2 5 5 2-5 2-2 5-2-5-5-2 5-2z"
          fill="#ffe2a8"
          stroke="none"
        />
      </g>
    ),
  },
  real_cake: {
    sky: '#2b2320',
    content: (
      <g>
        <ellipse cx="80" cy="98" rx="54" ry="7" fill="#e9dfd4" />
        <path d="M40 58v36c0 5 18 9 40 9s40-4 40-9V58z" fill="#7a4a2c" />
        <path d="M40 74c0 5 18 9 40 9s40-4 40-9v6c0 5-18 9-40 9s-40-4-40-9z" fill="#f0d9bd" />
        <ellipse cx="80" cy="58" rx="40" ry="9" fill="#9a613c" />
        <path d="M78 34h4v22h-4z" fill="#efe7dc" />
        <path d="M80 20c5 6 4 12 0 12s-5-6 0-12z" fill="#f5b13d" />
      </g>
    ),
  },
  firework: {
    sky: '#141a38',
    content: (
      <g strokeWidth="3" strokeLinecap="round" fill="none">
        <path
          d="M80 52V22M80 52l21-21M80 52h30M80 52l21 21M80 52v30M80 52L59 73M80 52H50M80 52L59 31"
          stroke="#ffb84d"
          strokeDasharray="2 8 16 40"
        />
        <path
          d="M124 84V70M124 84l10-10M124 84h14M124 84l-10-10M124 84h-14"
          stroke="#8fd7ff"
          strokeDasharray="1 5 9 20"
        />
        <path
          d="M32 84V72M32 84l8-8M32 84h12M32 84l-8-8M32 84H20"
          stroke="#ff8fb8"
          strokeDasharray="1 5 8 20"
        />
        <path d="M80 112c2-10 2-18 0-28" stroke="#ffb84d" opacity=".35" />
      </g>
    ),
  },
}

/** The illustration of a scene: decoration beside its name. */
export function SceneArt({ scene }: { scene: PosterScene }) {
  const { sky, content } = drawings[scene]
  return (
    <svg aria-hidden viewBox="0 0 160 116" className="w-full rounded-control">
      <rect width="160" height="116" fill={sky} />
      {content}
    </svg>
  )
}
