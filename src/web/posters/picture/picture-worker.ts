/** The worker that prepares a picture: one message comes in with the file and its part, and one goes out. */
import { cleanPicture } from '#web/posters/picture/clean-picture.ts'
import type { PictureToPrepare } from '#web/posters/picture/prepare-picture.ts'

addEventListener('message', ({ data }: MessageEvent<PictureToPrepare>) => {
  void cleanPicture(data.file, data.part).then((result) => postMessage(result, {}))
})
