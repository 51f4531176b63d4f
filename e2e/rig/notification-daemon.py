#!/usr/bin/python3
"""The desktop's notification service (org.freedesktop.Notifications) for tests.

Says each notification on a line of standard output as JSON; `click <id>` on standard input is a person's click on it.
"""
import json
import sys

from gi.repository import Gio, GLib

INTERFACE = """
<node><interface name="org.freedesktop.Notifications">
  <method name="GetCapabilities"><arg type="as" direction="out"/></method>
  <method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/><arg type="s" direction="out"/><arg type="s" direction="out"/></method>
  <method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
  <method name="CloseNotification"><arg type="u" direction="in"/></method>
  <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
  <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
</interface></node>
"""
PATH = '/org/freedesktop/Notifications'
NAME = 'org.freedesktop.Notifications'

count = 0
bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def say(**event):
    print(json.dumps(event), flush=True)


def signal(name, *values):
    bus.emit_signal(None, PATH, NAME, name, GLib.Variant('(us)' if name == 'ActionInvoked' else '(uu)', values))


def called(_bus, _sender, _path, _interface, method, arguments, call):
    global count
    if method == 'GetCapabilities':
        call.return_value(GLib.Variant('(as)', (['actions', 'body', 'icon-static', 'persistence'],)))
    elif method == 'GetServerInformation':
        call.return_value(GLib.Variant('(ssss)', ('watchpost-rig', 'watchpost', '1', '1.2')))
    elif method == 'Notify':
        _app, replaced, _icon, title, body, _actions, _hints, _timeout = arguments.unpack()
        if replaced == 0:
            count += 1
            replaced = count
        call.return_value(GLib.Variant('(u)', (replaced,)))
        say(event='shown', id=replaced, title=title, body=body)
    else:
        (closed,) = arguments.unpack()
        call.return_value(None)
        signal('NotificationClosed', closed, 3)
        say(event='closed', id=closed)


def order(_channel, _condition):
    words = sys.stdin.readline().split()
    if not words:
        loop.quit()
        return False
    if words[0] == 'click':
        signal('ActionInvoked', int(words[1]), 'default')
    return True


loop = GLib.MainLoop()
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called, None, None)
Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: say(event='ready'), None)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, order)
loop.run()
