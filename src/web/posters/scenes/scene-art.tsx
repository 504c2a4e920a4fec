import { type ReactNode, useId } from 'react'

import type { PosterScene } from '#contract/poster-tasks.ts'

/** A candle from its foot upwards, burning. */
function Candle({ x, y }: { x: number; y: number }) {
  return (
    <>
      <path d={`M${x - 3} ${y}v-17h6v17z`} className="fill-scene-pale" />
      <path d={`M${x} ${y - 35}c7 9 6 15 0 15s-7-6 0-15z`} className="fill-scene-lamp" />
    </>
  )
}

const rings = (
  <>
    <g className="fill-none stroke-scene-pale" strokeWidth="2">
      <circle cx="80" cy="60" r="24" opacity=".85" />
      <circle cx="80" cy="60" r="37" opacity=".5" />
      <circle cx="80" cy="60" r="51" opacity=".28" />
      <circle cx="80" cy="60" r="66" opacity=".15" />
    </g>
    <circle cx="80" cy="60" r="11" className="fill-scene-lamp" />
  </>
)

const waves = (
  <>
    <g className="fill-none stroke-scene-pale" strokeWidth="2" strokeLinecap="round">
      <path d="M-6 26c28-16 58-16 86 0s58 16 86 0" opacity=".22" />
      <path d="M-6 44c28-16 58-16 86 0s58 16 86 0" opacity=".5" />
      <path d="M-6 80c28-16 58-16 86 0s58 16 86 0" opacity=".5" />
      <path d="M-6 98c28-16 58-16 86 0s58 16 86 0" opacity=".22" />
    </g>
    <path
      d="M-6 62c28-16 58-16 86 0s58 16 86 0"
      className="fill-none stroke-scene-lamp"
      strokeWidth="4"
    />
  </>
)

/** Flat colours within a bold line, and a face. */
const cartoonCake = (
  <>
    <path d="M0 100h160v20H0z" className="fill-scene-ground" />
    <g className="stroke-scene-ground" strokeWidth="3" strokeLinejoin="round">
      <Candle x={80} y={46} />
      <path d="M44 62h72v36a6 6 0 0 1-6 6H50a6 6 0 0 1-6-6z" className="fill-scene-lit" />
      <path
        d="M40 60a14 14 0 0 1 14-14h52a14 14 0 0 1 14 14c0 12-16 12-16 0 0 18-16 18-16 0 0 11-16 11-16 0 0 20-16 20-16 0 0 12-16 12-16 0z"
        className="fill-scene-pale"
      />
    </g>
    <g className="fill-scene-ground">
      <circle cx="64" cy="86" r="3" />
      <circle cx="96" cy="86" r="3" />
    </g>
    <path
      d="M75 88c2 5 8 5 10 0"
      className="fill-none stroke-scene-ground"
      strokeWidth="2.5"
      strokeLinecap="round"
    />
    <g className="fill-scene-lamp" opacity=".7">
      <circle cx="56" cy="92" r="4" />
      <circle cx="104" cy="92" r="4" />
    </g>
  </>
)

/** Round, with a light side and a dark one, and no line around anything. */
function RealCake() {
  const shadeId = useId()
  return (
    <>
      <path d="M0 88h160v32H0z" className="fill-scene-ground" />
      <ellipse cx="80" cy="101" rx="58" ry="9" className="fill-scene-pale" opacity=".55" />
      <ellipse cx="84" cy="101" rx="45" ry="7" className="fill-scene-ground" opacity=".7" />
      <path d="M40 58v38c0 6 18 10 40 10s40-4 40-10V58z" className="fill-scene-ground" />
      <path
        d="M40 58v38c0 6 18 10 40 10s40-4 40-10V58z"
        className="fill-scene-lamp"
        opacity=".42"
      />
      <path
        d="M40 76c0 6 18 10 40 10s40-4 40-10v6c0 6-18 10-40 10s-40-4-40-10z"
        className="fill-scene-lit"
      />
      <path
        d="M40 58c0 6 18 10 40 10s40-4 40-10v5c-4 9-9 3-13 6-5 5-9 1-14 2-6 2-11 8-17 3-6-4-10 2-16-2-5-4-9 3-14-3-3-3-5 0-6-5z"
        className="fill-scene-lit"
      />
      <linearGradient id={shadeId} className="text-scene-ground">
        <stop offset=".4" stopColor="currentColor" stopOpacity="0" />
        <stop offset="1" stopColor="currentColor" stopOpacity=".65" />
      </linearGradient>
      <path d="M40 58v38c0 6 18 10 40 10s40-4 40-10V58z" fill={`url(#${shadeId})`} />
      <ellipse cx="80" cy="58" rx="40" ry="10" className="fill-scene-lit" />
      <ellipse cx="80" cy="57" rx="30" ry="6.5" className="fill-scene-lamp" opacity=".3" />
      <Candle x={80} y={57} />
    </>
  )
}

const fireworks = (
  <>
    <path
      d="M84 104q5-26 0-48"
      className="fill-none stroke-scene-lamp"
      strokeWidth="1.5"
      opacity=".35"
    />
    <g className="fill-none stroke-scene-lamp" strokeLinecap="round">
      <path
        d="M95 48Q110 46 122 54M93 53Q106 59 117 73M89 57Q97 68 103 87M84 59Q84 72 84 92M79 57Q71 68 65 87M75 53Q62 59 51 73M73 48Q58 46 46 54M75 43Q62 33 51 35M79 39Q71 24 65 21M84 37Q84 20 84 16M89 39Q97 24 103 21M93 43Q106 33 117 35"
        strokeWidth="2.5"
      />
      <path
        d="M111 59h0M104 72h0M91 79h0M77 79h0M64 72h0M57 59h0M57 45h0M64 32h0M77 25h0M91 25h0M104 32h0M111 45h0"
        strokeWidth="3"
        opacity=".8"
      />
      <path
        d="M128 69h0M117 90h0M96 101h0M72 101h0M51 90h0M40 69h0M40 45h0M51 24h0M72 13h0M96 13h0M117 24h0M128 45h0"
        strokeWidth="2"
        opacity=".5"
      />
    </g>
    <g
      className="fill-none stroke-scene-pale"
      strokeWidth="1.5"
      strokeLinecap="round"
      opacity=".55"
    >
      <path d="M34 38Q39 39 43 43M32 40Q34 44 35 51M28 40Q26 44 25 51M26 38Q21 39 17 43M26 34Q21 32 17 33M28 32Q26 27 25 25M32 32Q34 27 35 25M34 34Q39 32 43 33" />
      <path d="M139 77Q143 78 146 82M137 79Q139 82 140 88M135 79Q133 82 132 88M133 77Q129 78 126 82M133 75Q129 72 126 74M135 73Q133 68 132 68M137 73Q139 68 140 68M139 75Q143 72 146 74" />
    </g>
    <path d="M0 106c30-14 52-4 80-8s50-10 80 2v20H0z" className="fill-scene-ground" />
  </>
)

/*
 * Five illustrations of our own, each a night with one warm light. What youqian and zhongming depict is not
 * shown in the specification: theirs are abstract and claim nothing.
 */
const drawings: Record<PosterScene, { content: ReactNode; light: number }> = {
  youqian: { content: rings, light: 60 },
  zhongming: { content: waves, light: 62 },
  anime_cake: { content: cartoonCake, light: 24 },
  real_cake: { content: <RealCake />, light: 32 },
  firework: { content: fireworks, light: 50 },
}

/** The illustration of a scene: decoration beside its name. It fills its place. */
export function SceneArt({ scene }: { scene: PosterScene }) {
  const glowId = useId()
  const { content, light } = drawings[scene]
  return (
    <svg
      aria-hidden
      viewBox="0 0 160 120"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 size-full bg-scene-sky text-scene-lamp"
    >
      <radialGradient id={glowId}>
        <stop stopColor="currentColor" stopOpacity=".5" />
        <stop offset=".45" stopColor="currentColor" stopOpacity=".14" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </radialGradient>
      <circle cx="80" cy={light} r="76" fill={`url(#${glowId})`} />
      {content}
    </svg>
  )
}
