package webhooks

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// refused are the networks that no receiver lies in, beside those that netip
// knows by a property: IANA's registries of special addresses for IPv4
// (RFC 6890) and, within the one block of IPv6 that is given out (2000::/3), for
// IPv6; and 168.63.129.16, which is public by its number and Azure's own host.
var refused = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"), // carriers' NAT; Alibaba's metadata at 100.100.100.200
	netip.MustParsePrefix("168.63.129.16/32"),
	netip.MustParsePrefix("192.0.0.0/24"), // Oracle's metadata at 192.0.0.192
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001::/23"), // Teredo among it, which carries an IPv4 address
	netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("2002::/16"), // 6to4 carries one too
	netip.MustParsePrefix("3fff::/20"),
}

var globalIPv6 = netip.MustParsePrefix("2000::/3")

// public reports whether an address is one that anybody on the Internet may
// have: none of a private network, of this machine, of a link, of a cloud's
// metadata, nor one that wraps such an address.
func public(a netip.Addr) bool {
	if a.Zone() != "" {
		return false
	}
	a = a.Unmap() // ::ffff:10.0.0.1 reaches 10.0.0.1
	switch {
	case !a.IsGlobalUnicast(), a.IsPrivate(), a.IsLoopback(), a.IsLinkLocalUnicast(), a.IsUnspecified(), a.IsMulticast():
		return false
	case a.Is6() && !globalIPv6.Contains(a): // wrapped ones such as NAT64's 64:ff9b::/96 among it
		return false
	}
	for _, p := range refused {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// CheckURL says what is wrong with the address of a receiver, or "". What its
// name means is looked at when it is connected to, and every time anew.
func CheckURL(raw string, allowPrivate bool) string {
	if len(raw) > MaxURLBytes {
		return "must be at most " + strconv.Itoa(MaxURLBytes) + " bytes long"
	}
	if !utf8.ValidString(raw) || strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return "must have no spaces and no control characters: write them as %20 and the like"
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Opaque != "" || u.Hostname() == "":
		return "must be an address such as https://example.com/hook"
	case u.User != nil:
		return "must have no user and no password: every message is signed, check that"
	case u.Fragment != "" || strings.Contains(raw, "#"):
		return "must have no fragment: leave out # and what follows"
	case u.Scheme == "http" && !allowPrivate:
		return "must begin with https://, such as https://example.com/hook: nobody on the way shall read or change what is sent"
	case u.Scheme != "https" && u.Scheme != "http":
		return "must begin with https://, such as https://example.com/hook"
	}
	if detail := checkPort(u.Port(), strings.HasSuffix(u.Host, ":")); detail != "" {
		return detail
	}
	addr, err := netip.ParseAddr(u.Hostname())
	if err == nil && !public(addr) && !allowPrivate {
		return "must be no address of a private network, of this machine or of a cloud's metadata; whoever runs the server may allow private ones"
	}
	return ""
}

// checkPort refuses the ports of other protocols, whose servers might read a
// request as theirs.
func checkPort(port string, empty bool) string {
	n, err := strconv.ParseUint(port, 10, 16)
	switch {
	case port == "" && !empty:
		return ""
	case err != nil || n == 0:
		return "must have a port from 1 to 65535"
	case n < 1024 && n != 80 && n != 443:
		return "must have the port 80, 443, or one from 1024 on"
	}
	return ""
}
