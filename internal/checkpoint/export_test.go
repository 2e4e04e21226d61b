package checkpoint

import "github.com/kaibo-dev/kaibo/internal/kaibo"

// ParseKeys reads the lines of a key file and answers the verifier keys.
func ParseKeys(data []byte) ([]string, error) {
	keys, err := parseKeys(data)
	var public []string
	for _, k := range keys {
		public = append(public, k.VerifierKey())
	}
	return public, err
}

// DecodeState reads an item of the log of logs.
func DecodeState(data []byte) error {
	_, err := decodeState(Log{}, kaibo.Item{Version: 1, Data: data})
	return err
}

// TileName is tileName.
var TileName = tileName

// ParseTile reads a tile and writes it again.
func ParseTile(data []byte) ([]byte, error) {
	row, err := parseTile(data)
	return encodeTile(row), err
}

// ParseTilePath takes a path of a tile apart and answers it as it is written.
func ParseTilePath(path string) (written string, entries bool, level int, index uint64, width int, ok bool) {
	at, ok := parseTilePath(path)
	return at.String(), at.entries, at.level, at.index, at.width, ok
}
