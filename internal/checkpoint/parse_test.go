package checkpoint_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/kaibo-dev/kaibo/internal/checkpoint"
	"github.com/kaibo-dev/kaibo/internal/kaibo"
)

// The names of tiles are those of c2sp.org/tlog-tiles: tlog's own, without the
// height.
func TestTileNames(t *testing.T) {
	for _, n := range []int64{0, 1, 255, 999, 1000, 1_234_067, 999_999_999} {
		for _, level := range []int{0, 3} {
			want := strings.Replace(tlog.Tile{H: 8, L: level, N: n, W: 256}.Path(), "tile/8/", "p/tile/", 1)
			got := checkpoint.TileName("p/", level, uint64(n)) //nolint:gosec // not negative
			if got != want || kaibo.CheckObjectName(got) != nil {
				t.Errorf("tile %d of level %d is %s, want %s", n, level, got, want)
			}
		}
	}
}

func FuzzParseKeys(f *testing.F) {
	w := &checkpoint.KeyFile{Path: f.TempDir() + "/keys"}
	if _, err := w.Signers(f.Context(), "a.example"); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(w.Path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("PRIVATE+KEY+a+00000000+AAAA\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		keys, err := checkpoint.ParseKeys(data)
		if err == nil && len(keys) == 0 {
			t.Error("a file without keys is read")
		}
		if err != nil && strings.Contains(err.Error(), "PRIVATE") {
			t.Errorf("an error shows a secret: %v", err)
		}
	})
}

func FuzzDecodeState(f *testing.F) {
	f.Add([]byte(`{"size":3,"edge":["AAAA"]}`))
	f.Fuzz(func(_ *testing.T, data []byte) { _ = checkpoint.DecodeState(data) }) // whatever it is, it does not panic
}

func FuzzParseWitness(f *testing.F) {
	f.Add("https://w.example/ w.example+0a1b2c3d+BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("http:// \n")
	f.Add("https://w.example\x00 a+b+c d")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := checkpoint.ParseWitness(text)
		if err != nil {
			return
		}
		again, err := checkpoint.ParseWitness(w.URL + " " + w.Key)
		if err != nil || again != w {
			t.Errorf("%q is %+v, and that is %+v, %v", text, w, again, err)
		}
	})
}

func FuzzParseTile(f *testing.F) {
	f.Add(make([]byte, 256*32))
	f.Add([]byte("short"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if again, err := checkpoint.ParseTile(data); err == nil && !bytes.Equal(again, data) {
			t.Error("a tile is not what it was")
		}
	})
}
