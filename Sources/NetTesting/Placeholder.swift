import Net
import Stream
