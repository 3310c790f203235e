import sharp from 'sharp'

/** A photo like one from a phone, larger than a card needs. */
export const portrait = async () => ({
  name: 'portrait.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 1500, channels: 3, background: '#8da2b8' } })
    .jpeg()
    .toBuffer(),
})
