"""Addresses of this machine on the home network. Nothing is sent to find them."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
import struct
import sys

# Somewhere in the world and in each range that homes use: a socket of datagrams that is pointed there knows from which
# of our addresses it would send, and sends nothing.
DIRECTIONS = ("198.51.100.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")
ADDRESS_OF_INTERFACE = 0x8915  # SIOCGIFADDR
# Networks between programs of this machine, and tunnels: seldom what a phone in the same room is in.
NOT_AT_HOME = re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|lxc|tun|tap|wg|zt|tailscale|utun|ppp")
HOMES = [ipaddress.ip_network(net) for net in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")]


def home_addresses() -> list[str]:
    """The addresses under which others at home may find this machine, the likeliest first."""
    return ranked([address for direction in DIRECTIONS if (address := source_towards(direction))], interfaces())


def ranked(routes: list[str], named: dict[str, str]) -> list[str]:
    """Addresses in the order of their worth: those that we would send from, the usual one first, and those of
    interfaces by their names."""
    names = {address: name for name, address in named.items()}
    known = list(dict.fromkeys([*routes, *names]))

    def place(address: str) -> tuple[bool, bool, int]:
        parsed = ipaddress.ip_address(address)
        apart = bool(NOT_AT_HOME.match(names.get(address, ""))) or parsed.is_link_local
        return apart, not any(parsed in net for net in HOMES), known.index(address)

    usable = [address for address in known if not is_loopback(address) and not is_unspecified(address)]
    return sorted(usable, key=place)


def is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback


def is_unspecified(address: str) -> bool:
    return ipaddress.ip_address(address).is_unspecified


def source_towards(direction: str) -> str | None:
    """The address that we would send from."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as pointed:
        pointed.connect((direction, 9))
        return str(pointed.getsockname()[0])
    return None


def interfaces() -> dict[str, str]:
    """The addresses of interfaces by their names, where the system tells."""
    found: dict[str, str] = {}
    if sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            for _, name in socket.if_nameindex():
                with contextlib.suppress(OSError):  # an interface without an address
                    asked = struct.pack("256s", name.encode()[:15])
                    told = fcntl.ioctl(any_socket.fileno(), ADDRESS_OF_INTERFACE, asked)
                    found[name] = socket.inet_ntoa(told[20:24])
    return found
