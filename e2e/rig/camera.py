#!/usr/bin/env python3
"""An RTSP camera that is not ours: Debian's GStreamer RTSP server, with the wall clock burnt into every frame.

The strip at the top, max(16, height/15) px high, holds 40 bars of width/40 px, most significant bit first:
32 bits of Unix milliseconds modulo 2^32, then 8 bits of checksum (the sum of the four bytes, modulo 256). Bright is 1.

Usage: /usr/bin/python3 camera.py PORT [CLIP]   (prints "ready"; ends when its standard input closes)
CLIP is an MP4 of H.264 and AAC; /cliplate plays it once, with its sound 400 ms later than its picture.
"""
import sys
import threading
import time

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstRtspServer', '1.0')
gi.require_version('GstRtsp', '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402
import numpy as np  # noqa: E402

FRAMES_PER_SECOND = 25
USER, PASSWORD = 'admin', 'secret'
Gst.init(None)


class Picture:
    """Draws frames: a still pattern, a box that moves, the clock."""

    def __init__(self, width, height):
        self.width, self.height, self.count = width, height, 0
        yy, xx = np.mgrid[0:height, 0:width]
        self.still = (96 + 40 * np.sin(xx / 37.0) + 40 * np.cos(yy / 23.0) + ((xx // 16 + yy // 16) % 2) * 16).astype(np.uint8)
        self.chroma = np.full(width * height // 2, 128, np.uint8)
        self.chroma[:width * height // 4] = np.tile(np.linspace(90, 160, width // 2).astype(np.uint8), height // 2)

    def frame(self):
        luma = self.still.copy()
        self.count += 1
        left = (self.count * 6) % (self.width - self.width // 6)
        luma[self.height // 2:self.height * 3 // 4, left:left + self.width // 6] = 230
        now = int(time.time() * 1000) & 0xFFFFFFFF
        checksum = sum(now.to_bytes(4, 'big')) & 0xFF
        value = (now << 8) | checksum
        bits = np.array([(value >> (39 - bar)) & 1 for bar in range(40)], np.uint8) * 220 + 16
        bar_width, strip = self.width // 40, max(16, self.height // 15)
        luma[:strip, :bar_width * 40] = np.repeat(bits, bar_width)[None, :]
        return luma.tobytes() + self.chroma.tobytes()


def pace(source, interval, make, gone, habit=None):
    """Pushes what `make` gives, every `interval` seconds, until the viewer is gone.

    Habits: `irregular` pushes a second of every frame, then a second of every fifth; `silent` stops after 2 s without closing.
    """
    start, count = time.monotonic(), 0
    while True:
        delay = start + count * interval - time.monotonic()
        if delay > 0:
            time.sleep(delay)
        # A machine that is too busy leaves out what it missed.
        count += max(1, int(-delay / interval))
        if habit == 'irregular' and (count * interval) % 2 > 1 and count % 5:
            continue
        if habit == 'silent' and count * interval > 2:
            return
        buffer = Gst.Buffer.new_wrapped(make())
        # Refused as long as the pipeline is not yet up: who stopped here would leave the viewer without a picture.
        if source.emit('push-buffer', buffer) != Gst.FlowReturn.OK and gone.is_set():
            return


def make_sound():
    """A 440 Hz tone in the first fifth of every second."""
    t = np.arange(320) / 8000.0
    tone, silence = (np.sin(2 * np.pi * 440 * t) * 9000).astype('<i2').tobytes(), bytes(640)
    return lambda: tone if int(time.time() * 10) % 10 < 2 else silence


def report_capture_times(_pipeline, element):
    """Reports name the moment at which a frame was made, as a camera's do; GStreamer's own way is when it was sent."""
    if element.get_factory().get_name() == 'rtpbin':
        element.set_property('rtcp-sync-send-time', False)


def configure(width, height, habit=None):
    def on_media(_factory, media):
        gone = threading.Event()
        media.get_element().get_parent().connect('element-added', report_capture_times)
        media.connect('unprepared', lambda _media: gone.set())
        video = media.get_element().get_by_name('src')
        if not video:
            return
        video.set_property('caps', Gst.Caps.from_string(
            f'video/x-raw,format=I420,width={width},height={height},framerate={FRAMES_PER_SECOND}/1'))
        threading.Thread(target=pace, args=(video, 1 / FRAMES_PER_SECOND, Picture(width, height).frame, gone, habit), daemon=True).start()
        audio = media.get_element().get_by_name('asrc')
        if audio:
            threading.Thread(target=pace, args=(audio, 0.04, make_sound(), gone), daemon=True).start()
    return on_media


# Frames that the encoder has no time for are dropped, the oldest first: a queue without bound took all memory of a busy machine.
SOURCE = ('appsrc name=src is-live=true do-timestamp=true format=time min-latency=0 max-buffers=2 max-bytes=0 leaky-type=downstream '
          '! queue max-size-buffers=2 ! ')
SOUND = (' appsrc name=asrc is-live=true do-timestamp=true format=time max-buffers=50 max-bytes=0 leaky-type=downstream '
         'caps=audio/x-raw,format=S16LE,rate=8000,channels=1,layout=interleaved ! queue ! ')
AAC = 'audioconvert ! audioresample ! audio/x-raw,rate=16000 ! avenc_aac ! aacparse ! rtpmp4gpay name=pay1 pt=97 '
B_FRAMES = 'bframes=2 b-adapt=false rc-lookahead=0 sync-lookahead=0'


def h264(bitrate, options='tune=zerolatency', gop=50):
    profile = 'main' if 'bframes' in options else 'baseline'
    return (SOURCE + f'x264enc {options} speed-preset=ultrafast key-int-max={gop} bitrate={bitrate} '
            'option-string=scenecut=0:sliced-threads=0:threads=1 '
            f'! video/x-h264,profile={profile} ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96 config-interval=-1 ')


MOUNTS = {
    '/cam': (1280, 720, h264(2000)),
    '/cama': (1280, 720, h264(2000) + SOUND + 'alawenc ! rtppcmapay name=pay1 pt=8 '),
    '/camaac': (1280, 720, h264(2000) + SOUND + AAC),
    '/camopus': (1280, 720, h264(2000) + SOUND + 'audioresample ! opusenc ! rtpopuspay name=pay1 pt=97 '),
    '/camg726': (1280, 720, h264(2000) + SOUND + 'avenc_g726 bitrate=32000 ! rtpg726pay name=pay1 pt=97 '),
    '/camg722': (1280, 720, h264(2000) + SOUND + 'audioresample ! audio/x-raw,rate=16000 ! avenc_g722 ! rtpg722pay name=pay1 pt=9 '),
    '/cambf': (1280, 720, h264(2000, B_FRAMES)),
    '/sub': (640, 360, h264(400)),
    '/subaac': (640, 360, h264(400) + SOUND + AAC),
    '/cam1080': (1920, 1080, h264(4000)),
    '/hevc': (640, 360, SOURCE + 'x265enc tune=zerolatency speed-preset=ultrafast key-int-max=50 bitrate=600 '
              '! h265parse config-interval=-1 ! rtph265pay name=pay0 pt=96 config-interval=-1 '),
    '/mjpeg': (640, 360, SOURCE + 'jpegenc quality=70 ! rtpjpegpay name=pay0 pt=26 '),
    '/gop10': (640, 360, h264(400, gop=250)),
    '/gop40': (640, 360, h264(2000, gop=1000)),
    '/vfr': (640, 360, h264(400)),
    '/silent': (640, 360, h264(400)),
    # Refuses TCP.
    '/udp': (640, 360, h264(400)),
    '/basic': (640, 360, h264(400)),
    '/digest': (640, 360, h264(400)),
}

HABITS = {'/vfr': 'irregular', '/silent': 'silent'}


def clip_with_late_sound(clip):
    """Nothing is encoded on the way, so that a busy machine moves neither picture nor sound against the other."""
    return (f'filesrc location="{clip}" ! qtdemux name=clip '
            'clip.video_0 ! queue ! h264parse config-interval=-1 ! identity sync=true ! rtph264pay name=pay0 pt=96 config-interval=-1 '
            'clip.audio_0 ! queue ! aacparse ! identity sync=true ts-offset=400000000 ! rtpmp4gpay name=pay1 pt=97 ')


def protect(factory):
    permissions = GstRtspServer.RTSPPermissions()
    for permission in ('media.factory.access', 'media.factory.construct'):
        permissions.add_permission_for_role('viewer', permission, True)
    factory.set_permissions(permissions)


def serve(port, method, mounts):
    """One server per way of authentication: GStreamer offers a method to all mounts of a server."""
    server = GstRtspServer.RTSPServer()
    server.set_service(str(port))
    if method is not None:
        auth = GstRtspServer.RTSPAuth()
        auth.set_supported_methods(method)
        viewer = GstRtspServer.RTSPToken()
        viewer.set_string('media.factory.role', 'viewer')
        if method == GstRtsp.RTSPAuthMethod.BASIC:
            auth.add_basic(GstRtspServer.RTSPAuth.make_basic(USER, PASSWORD), viewer)
        else:
            auth.add_digest(USER, PASSWORD, viewer)
        server.set_auth(auth)
    for path, (width, height, launch) in mounts.items():
        factory = GstRtspServer.RTSPMediaFactory()
        factory.set_launch(f'( {launch} )')
        # An encoder for each viewer: of a shared one, who comes while the last viewer leaves sometimes gets nothing.
        # Otherwise no viewer could join in the middle of a long group of pictures.
        factory.set_shared(path == '/gop40')
        factory.set_latency(0)
        if path == '/udp':
            factory.set_protocols(GstRtsp.RTSPLowerTrans.UDP)
        if method is not None:
            protect(factory)
        factory.connect('media-configure', configure(width, height, HABITS.get(path)))
        server.get_mount_points().add_factory(path, factory)
    server.attach(None)
    return server


if __name__ == '__main__':
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8554
    loop = GLib.MainLoop()
    open_mounts = {path: mount for path, mount in MOUNTS.items() if path not in ('/basic', '/digest')}
    if len(sys.argv) > 2:
        open_mounts['/cliplate'] = (0, 0, clip_with_late_sound(sys.argv[2]))
    servers = [
        serve(port, None, open_mounts),
        serve(port + 1, GstRtsp.RTSPAuthMethod.BASIC, {'/basic': MOUNTS['/basic']}),
        serve(port + 2, GstRtsp.RTSPAuthMethod.DIGEST, {'/digest': MOUNTS['/digest']}),
    ]

    def leash():
        sys.stdin.read()
        loop.quit()

    threading.Thread(target=leash, daemon=True).start()
    print('ready', flush=True)
    loop.run()
