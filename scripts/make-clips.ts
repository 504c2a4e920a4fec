/**
 * Draws the clips that finished tasks of the local API show, and encodes them with ffmpeg (VP9). Those of posters are also
 * the samples of the scenes. Only needed to change them: the results are in public/media. Every clip ends where it
 * begins.
 *
 *   npx tsx scripts/make-clips.ts           all of them
 *   npx tsx scripts/make-clips.ts firework  only this one
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { drawAnimeCake, drawRealCake } from './clips/cakes.ts'
import { drawConfetti, drawMarqueeLights, drawSilk } from './clips/patterns.ts'
import { HEIGHT, Picture, WIDTH } from './clips/picture.ts'
import { drawFirework, drawYouqian, drawZhongming } from './clips/scenes.ts'

const FRAMES = 60
const FRAMES_PER_SECOND = 24
const MAX_BYTES = 60_000

const CLIPS = [
  { name: 'marquee-lights', draw: drawMarqueeLights, quality: 36 },
  { name: 'silk', draw: drawSilk, quality: 36 },
  { name: 'confetti', draw: drawConfetti, quality: 48 },
  // The scenes of posters: each clip has the name of its scene.
  { name: 'youqian', draw: drawYouqian, quality: 50 },
  { name: 'zhongming', draw: drawZhongming, quality: 40 },
  { name: 'anime_cake', draw: drawAnimeCake, quality: 40 },
  { name: 'real_cake', draw: drawRealCake, quality: 28 },
  { name: 'firework', draw: drawFirework, quality: 47 },
]

function encode(frames: Uint8Array, file: string, quality: number): void {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`]
  const codec = ['-c:v', 'libvpx-vp9', '-crf', String(quality), '-b:v', '0', '-pix_fmt', 'yuv420p']
  const effort = ['-deadline', 'good', '-cpu-used', '0', '-row-mt', '0', '-g', String(FRAMES)]
  // Without times and program versions the same drawing gives the same bytes.
  const plain = ['-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact']
  const rate = ['-r', String(FRAMES_PER_SECOND)]
  runFfmpeg([...input, ...rate, '-i', '-', ...codec, ...effort, ...plain, file], frames)
}

/** Sound with a picture that few browsers can show. */
function encodeWithoutPicture(file: string): void {
  const input = '-f lavfi -i testsrc2=s=96x128:r=12:d=2 -f lavfi -i sine=330:d=2'
  const codecs = '-c:v libx265 -crf 40 -x265-params log-level=none -c:a libopus -b:a 12k'
  const plain = '-f matroska -map_metadata -1 -fflags +bitexact'
  runFfmpeg([...`${input} ${codecs} ${plain}`.split(' '), file])
}

function runFfmpeg(args: readonly string[], input?: Uint8Array): void {
  const options = { input: input ?? '' }
  const { status, stderr, error } = spawnSync(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...args],
    options,
  )
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`ffmpeg: ${stderr.toString()}`)
}

const folder = join(import.meta.dirname, '../public/media')
mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
for (const { name, draw, quality } of CLIPS) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const frames = new Uint8Array(WIDTH * HEIGHT * 3 * FRAMES)
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const picture = new Picture()
    draw(picture, frame / FRAMES)
    frames.set(picture.toRgb24(), WIDTH * HEIGHT * 3 * frame)
  }
  const file = join(folder, `${name}.webm`)
  encode(frames, file, quality)
  const { size } = statSync(file)
  process.stdout.write(`${name}.webm ${size} bytes\n`)
  if (size > MAX_BYTES) throw new Error(`${name}.webm is larger than ${MAX_BYTES} bytes`)
}
if (wanted.length === 0) encodeWithoutPicture(join(folder, 'no-picture.webm'))
